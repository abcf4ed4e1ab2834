// Before each test file this file runs anew; that one, once in a process.
import '../built/in-place.ts'
