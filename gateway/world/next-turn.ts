/** Lets what waits in this process run, between two pieces of a long computation. */
export { setImmediate as nextTurn } from 'node:timers/promises'
