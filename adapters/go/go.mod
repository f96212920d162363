module unique-oracle/adapters

go 1.23

require github.com/samber/lo v1.52.0

require golang.org/x/text v0.22.0 // indirect
