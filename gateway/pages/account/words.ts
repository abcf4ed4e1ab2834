/** Texts of the page around the security screens. */
export const words = {
  brand: 'Sotto',
  network: 'Test network',
  signOut: 'Sign out',
  signedOut: 'Signed out.',
  sessionEnded: 'Your session has ended. Sign in again.',
  looking: 'Looking for your session…',
  account: 'Your account',
} as const
