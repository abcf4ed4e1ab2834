/**
 * Node's `http`. An import statement of it would also load the client behind `fetch`, which none of the test-net's threads
 * uses and which takes each of them 40 ms to start.
 */
export const { Agent, createServer, request } = process.getBuiltinModule('node:http')
