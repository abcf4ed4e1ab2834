#!/usr/bin/env node
// Written so that Node 10 can read it and say what is missing: on one below 22.14 the database driver would end the process
// without a word.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 14)) {
  console.error(
    `sotto needs Node 22.14 or newer, and this is ${process.versions.node}: install Node 24 from https://nodejs.org.`,
  )
  process.exitCode = 1
} else {
  void import('node:os').then(({ homedir }) => {
    // A user whom only the service manager knows has no home, and a library that asks for it as it is loaded ends the process.
    try {
      homedir()
    } catch {
      process.env.HOME = '/'
    }
    return import('./main.js')
  })
}
