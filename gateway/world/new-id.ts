import { customAlphabet } from 'nanoid'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

const letter = customAlphabet(LETTERS, 1)
const rest = customAlphabet(`0123456789${LETTERS}`, 23)

/** A new identifier of the form of a cuid2: a letter and 23 letters or digits, 123 bits of chance. */
export function newId(): string {
  return letter() + rest()
}
