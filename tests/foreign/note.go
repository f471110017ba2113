// Reads notes with golang.org/x/mod/sumdb/note: "note KEY" takes one from standard input and prints its text, or fails;
// "note" alone makes a key, and prints it with a note on standard input that it signed.
package main

import (
	"crypto/rand"
	"fmt"
	"io"
	"os"

	"golang.org/x/mod/sumdb/note"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	text, err := io.ReadAll(os.Stdin)
	must(err)
	if len(os.Args) == 1 {
		secret, public, err := note.GenerateKey(rand.Reader, "go.example.org")
		must(err)
		signer, err := note.NewSigner(secret)
		must(err)
		signed, err := note.Sign(&note.Note{Text: string(text)}, signer)
		must(err)
		fmt.Printf("%s\n%s", public, signed)
		return
	}
	verifier, err := note.NewVerifier(os.Args[1])
	must(err)
	read, err := note.Open(text, note.VerifierList(verifier))
	must(err)
	fmt.Print(read.Text)
}
