const SHOWN_DECIMALS = 6

/** ETH as it is read at a glance, cut after six decimals and never rounded up; dust that is cut off altogether is told. */
export function shortEther(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const shown = fraction.slice(0, SHOWN_DECIMALS).replace(/0+$/, '')
  if (shown !== '') return `${whole}.${shown}`
  const dust = /^0*$/.test(whole) && /[1-9]/.test(fraction)
  return dust ? `<0.${'0'.repeat(SHOWN_DECIMALS - 1)}1` : whole
}
