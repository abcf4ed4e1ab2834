/** What an address card is called as a file. The label is not in it: anyone who gets the file would read it. */
export function cardFileName(address: string): string {
  return `address-card-${address.slice(0, 10).toLowerCase()}.nota`
}
