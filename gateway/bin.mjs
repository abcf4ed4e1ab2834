#!/usr/bin/env node
// Read by any Node that a machine may have, so written for the oldest: on one below 22.14 the database driver would end the
// process without a word.
var version = process.versions.node.split('.').map(Number)
if (version[0] < 22 || (version[0] === 22 && version[1] < 14)) {
  console.error(
    'sotto needs Node 22.14 or newer, and this is ' + process.versions.node + ': install Node 24 from https://nodejs.org.',
  )
  process.exitCode = 1
} else {
  import('./main.js')
}
