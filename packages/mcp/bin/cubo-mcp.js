#!/usr/bin/env node
// The command is built; this file stands for it from the moment of installation.
import '../dist/cli.js';
