"""What Discord accepts, each figure with its source.

D is a page of docs.discord.com/developers; DS is the OpenAPI document of discord/discord-api-spec; a number after a
hash is an issue of discord/discord-api-docs. Lengths count characters.
"""

# Components: D components/reference, DS
COMPONENTS = 40
"""Of one message, with those inside others."""
TEXT = 4000
"""All texts of a message together: #8562."""
TEXT_BYTES = 10_170
"""All texts of a message in UTF-8, with `TEXT_OVERHEAD` for each of them; Discord answers 500 above it: #8554."""
TEXT_OVERHEAD = 12
ROW_BUTTONS = 5
BUTTON_LABEL = 80
CUSTOM_ID = 100
URL = 512
OPTIONS = 25
OPTION_TEXT = 100
"""Label, value and description of an option."""
PLACEHOLDER = 150
GALLERY = 10
ALT_TEXT = 1024
MEDIA_URL = 2048
COLOUR = 0xFFFFFF

# Modals: D interactions/receiving-and-responding
MODAL_COMPONENTS = 5
MODAL_TITLE = 45
LABEL = 45
LABEL_DESCRIPTION = 100
TEXT_INPUT = 4000
INPUT_PLACEHOLDER = 100

# Messages and files: D resources/message, D reference#uploading-files
ATTACHMENTS = 10
FILE_BYTES = 10 * 1024 * 1024
MENTIONS = 100
NONCE = 25
THREAD_NAME = 100

# Commands: D interactions/application-commands
COMMANDS = 100
COMMAND_OPTIONS = 25
COMMAND_DESCRIPTION = 100
COMMAND_NAME = r"^[-_'\w]{1,32}$"
COMMAND_CHARACTERS = 8000
"""Names, descriptions and values of a whole command, of each field the longest localisation."""
CHOICES = 25
CHOICE_TEXT = 100

# Clocks: D interactions/receiving-and-responding
FIRST_ANSWER_SECONDS = 3
TOKEN_SECONDS = 15 * 60
EARLY_EDIT_SECONDS = 10
"""For how long Discord may not know an interaction yet whose answer was deferred: #7220, #6851."""

# Rates: D topics/rate-limits
REQUESTS_PER_SECOND = 50
