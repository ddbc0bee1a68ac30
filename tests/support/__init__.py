"""What tests share that is no test: sittings, worlds, servers, sessions, packages."""
