// Builds the extension for both browsers and says where to load it: `npm run extension`.
import { buildExtension } from './extension/build.ts'
import { folders } from './extension/files.ts'

await buildExtension()
process.stdout.write(`
Chrome, Chromium, Edge, Brave   open chrome://extensions, switch on "Developer mode", press "Load unpacked", choose
                                ${folders.chrome}
Firefox                         open about:debugging#/runtime/this-firefox, press "Load Temporary Add-on…", choose
                                ${folders.firefox}/manifest.json
`)
