package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// Reads every vector of a file, and prints what became of each.
func main() {
	var vectors struct {
		Trust
		LicenceKeys []struct{ Text string }
		Files       []struct {
			Kind, Text string
			Asked      Asked
		}
	}
	data, _ := os.ReadFile(os.Args[1])
	if err := json.Unmarshal(data, &vectors); err != nil {
		panic(err)
	}
	for _, each := range vectors.LicenceKeys {
		normal, isOurs, hash := ReadKey(each.Text)
		line, _ := json.Marshal([]any{normal, isOurs, hash})
		fmt.Println(string(line))
	}
	for _, each := range vectors.Files {
		content, err := ReadSigned(each.Kind, each.Text, each.Asked, vectors.Trust)
		if err != nil {
			fmt.Println(err)
		} else if json.Valid(content.JSON) {
			fmt.Println("ok")
		}
	}
}
