/** Of any scheme but `file`, which stands in stacks. As long a scheme as there is: a text of a megabyte is read in one pass. */
const ADDRESS = /(?<![a-z\d+.-])(?!file:)[a-z][a-z\d+.-]{0,20}:\/\/[^\s"<>]*/gi

/** Addresses of nodes hold keys in their path, name and password, or query: ethers and viem quote them in their errors. */
export function withoutUrls(text: string): string {
  return text.replace(ADDRESS, '(URL)')
}

/** What an error says, in the log, a report or another error's message: whatever was asked, its address is not told. */
export function errorWords(error: unknown): string {
  return withoutUrls(error instanceof Error ? error.message : String(error))
}
