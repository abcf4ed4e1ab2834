/** What a page does to its own globals, before anything else runs or afterwards. */
export const meddling = {
  'Object.prototype': `for (const name of ['sotto', 'id', 'method', 'value', 'failure', 'to', 'source', 'data', 'key', 'origin'])
    Object.defineProperty(Object.prototype, name, { value: 'polluted', writable: true, configurable: true })
    Object.prototype.toJSON = () => ({ sotto: 'ask', id: '1', method: 'sotto_revokePermissions', params: [] })`,
  Promise: `Promise = class extends Promise { then(...how) { return super.then(...how) } }
    Promise.prototype.then = function () { return this }`,
  JSON: `JSON.parse = () => ({ sotto: 'answer' }); JSON.stringify = () => '{"is":"value"}'`,
  dispatchEvent: `EventTarget.prototype.dispatchEvent = () => true
    EventTarget.prototype.addEventListener = () => undefined; window.dispatchEvent = () => true`,
  postMessage: `window.postMessage = () => undefined; crypto.randomUUID = () => 'always the same'`,
  Map: `Map.prototype.get = () => ({ resolve() {}, reject() {} }); Map.prototype.set = function () { return this }
    Object.freeze = (thing) => thing; Set.prototype[Symbol.iterator] = function* () {}`,
}
