"""What Slack accepts, each figure with its source.

S is a page of docs.slack.dev; SP is the code of slackapi/python-slack-sdk, whose models hold the same figures. Lengths
count characters.
"""

# Blocks: S reference/block-kit, SP models/blocks
MESSAGE_BLOCKS = 50
VIEW_BLOCKS = 100
BLOCK_ID = 255
ACTION_ID = 255
HEADER = 150
SECTION_TEXT = 3000
CONTEXT_TEXT = 3000
CONTEXT_ELEMENTS = 10
ACTIONS = 25
"""Elements of one actions block."""
BUTTON_LABEL = 75
BUTTON_VALUE = 2000
URL = 3000
OPTION_TEXT = 75
"""Text and description of an option."""
OPTION_VALUE = 150
OPTIONS = 100
OPTION_GROUPS = 100
GROUP_LABEL = 75
PLACEHOLDER = 150
INPUT_LABEL = 2000
TEXT_INPUT = 3000
ALT_TEXT = 2000

# Modals: S surfaces/modals, SP models/views
VIEW_TITLE = 24
"""Title, submit and close."""
VIEW_BYTES = 250_000
PRIVATE_METADATA = 3000
CALLBACK_ID = 255

# Messages: S reference/methods/chat.postMessage, chat.update
TEXT = 4000
"""The text that is notified and read aloud; longer ones are cut, or refused by chat.update."""

# Files: S reference/methods/files.getUploadURLExternal
FILE_ALT_TEXT = 1000

# Clocks: S interactivity/handling-user-interaction, S authentication/verifying-requests-from-slack
FIRST_ANSWER_SECONDS = 3
TRIGGER_SECONDS = 3
RESPONSE_URL_SECONDS = 30 * 60
RESPONSE_URL_USES = 5
SIGNATURE_SECONDS = 5 * 60

# Rates: S apis/web-api/rate-limits
TIERS = {1: 1, 2: 20, 3: 50, 4: 100}
"""Calls a minute of one method, by its tier."""
POSTS_PER_SECOND = 1
"""In one channel; the same for each response_url."""

# App manifest: schemas/manifest.schema.2.0.0.json of slackapi/manifest-schema
APP_NAME = 35
APP_DESCRIPTION = 140
COMMAND = 32
COMMAND_DESCRIPTION = 2000
COMMAND_HINT = 1000
SHORTCUT_NAME = 24
SHORTCUT_DESCRIPTION = 150
