#!/usr/bin/env node
// Checked before anything is imported: on older versions the database driver ends the process without a word.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 14)) {
  console.error(
    `sotto needs Node 22.14 or newer; this is ${process.versions.node}. Install a newer one, or run "npm start" in a clone.`,
  )
  process.exit(1)
}
await import('./main.js')
