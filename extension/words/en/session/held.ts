import { words } from '#shared/ui/words/spoken.ts'
/** A sign-in that a screen needs. */
export const heldWords = words('heldWords', {
  about: (origin: string) =>
    `Sign in at ${origin}. The sign-in ends after 10 minutes without use, and when you lock or close this tab.`,
  other: (email: string) => `You signed in to another account. This gateway is connected as ${email}.`,
  signedIn: (email: string) => `Signed in as ${email}`,
  signOut: 'Sign out',
  ended: 'You are signed out.',
  over: 'Your sign-in has ended',
  kept: 'What was on this screen is still there. Sign in to go on with it.',
  leave: 'Discard it',
})
