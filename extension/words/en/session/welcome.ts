import type { Step as WelcomeStep } from '../../../screens/welcome/model.ts'

export const newPasswordWords = {
  hint: (least: number) => `At least ${least} characters. Three or four words nobody would guess are good.`,
  again: 'Repeat',
  differs: 'must be the same as the password above',
}

export const welcomeWords = {
  progress: 'Progress of the set-up',
  stepDone: '(done)',
  steps: { password: 'Password', gateway: 'Gateway', key: 'Sign in', done: 'Ready' } satisfies Record<
    WelcomeStep,
    string
  >,
  titles: {
    password: 'Choose a wallet password',
    gateway: 'Where is your gateway?',
    key: 'Connect your account',
    done: 'You are connected',
  } satisfies Record<WelcomeStep, string>,
  abouts: {
    password: 'It unlocks Sotto in this browser and never leaves it. Nobody can reset it for you.',
    gateway: 'Sotto talks to the gateway that you or somebody you trust runs, and to nobody else.',
    key: 'Sotto makes an API key of its own, which you can revoke at any time.',
    done: 'This browser now has a key of its own. Your password for the gateway was not kept.',
  } satisfies Record<WelcomeStep, string>,
  password: 'Wallet password',
  next: 'Continue',
  noWallet: 'Your account has no wallet yet. Create the first one to receive and send money.',
  wallets: (count: number) => `Your account has ${count === 1 ? 'one wallet' : `${count} wallets`}.`,
  open: 'Open Sotto',
}
