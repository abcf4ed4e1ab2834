import { words } from '#shared/ui/words/spoken.ts'
import type { Trouble as ConnectTrouble, KeyFlaw } from '../../screens/connect/model.ts'

export const connectWords = words('connectWords', {
  another: 'Connect a gateway',
  again: 'Reconnect',
  inTab: 'The browser asks for a permission meanwhile. Go on in a tab.',
  address: 'Address of the gateway',
  addressHint: 'Such as http://localhost:7984 or https://pay.example.com',
  willAsk: (host: string) =>
    `Your browser will ask whether Sotto may talk to ${host}. Allow it: no other site is asked for.`,
  connectedAs: (emails: string[]) =>
    `Connected already as ${emails.slice(0, 3).join(', ')}. You can add another account of it.`,
  find: 'Find the gateway',
  found: (origin: string) => `Gateway found at ${origin}`,
  change: 'Change',
  allow: 'Allow access',
  withDetail: (what: string, detail: string | undefined) => (detail === undefined ? what : `${what} (${detail})`),
  /** Why there is no connection at an address, and what to do. */
  troubles: {
    empty: { what: 'Type the address of your gateway.', todo: '' },
    not_an_address: { what: 'This is no address. One looks like https://pay.example.com', todo: '' },
    plain_http: { what: 'Plain http is for this computer alone. Use https:// for any other host.', todo: '' },
    has_credentials: { what: 'An address with a name or password in it is not used. Leave that part out.', todo: '' },
    denied: {
      what: 'You did not let Sotto talk to this host.',
      todo: 'Try again and choose “Allow”. Without it no gateway can be reached.',
    },
    not_asked: {
      what: 'The browser did not ask for the permission.',
      todo: 'Try again. If it stays, look whether your browser restricts extensions.',
    },
    refused: {
      what: 'Nothing listens at this address.',
      todo: 'Check the port, and start the gateway: sotto start',
    },
    name_not_found: { what: 'There is no host of this name.', todo: 'Check the spelling and your network.' },
    tls: {
      what: 'There is no secure connection to this host: its certificate is not trusted.',
      todo: 'Open the address in a tab to see why. Nothing was sent.',
    },
    no_answer: {
      what: 'The host does not answer.',
      todo: 'Check the address, that the gateway runs, and its certificate: open the address in a tab to see.',
    },
    timeout: {
      what: 'The host took too long to answer.',
      todo: 'Check that the gateway runs and that nothing in between holds it up.',
    },
    not_sotto: {
      what: 'Something answers here, but it is not a Sotto gateway.',
      todo: 'Check the address and the port.',
    },
    redirected: {
      what: 'This address leads elsewhere. Sotto follows no redirects.',
      todo: 'Type the address that it leads to.',
    },
    other_version: {
      what: 'This gateway speaks another version of the API.',
      todo: 'Update whichever is older: the gateway or this extension.',
    },
    misdirected: {
      what: 'The gateway does not answer to this host name.',
      todo: 'Use its own address, or set SOTTO_PUBLIC_URL on the gateway to this one.',
    },
    unavailable: {
      what: 'The server is there, but the gateway behind it is not.',
      todo: 'Start the gateway, or try again in a moment.',
    },
  } satisfies Record<ConnectTrouble, { what: string; todo: string }>,
  makingKey: 'Making a key for this browser…',
  keyAbout: 'The sign-in is used once, to make the key, and ends right after.',
  pasteInstead: 'Paste an API key instead',
  signInInstead: 'Sign in instead',
  pasteTitle: 'Paste an API key',
  pasteAbout: 'One that you made on the gateway’s account page or with “sotto api-key create”.',
  key: 'API key',
  keyHint: 'Begins with sotto_sk_. It is stored encrypted, and never shown again.',
  keyFlaws: {
    empty: 'Paste the key.',
    other_form: 'This is no API key: one is sotto_sk_ and 43 letters and digits.',
  } satisfies Record<KeyFlaw, string>,
  connect: 'Connect',
  connectedAgain: 'Connected again.',
  toSettings: 'Back to settings',
})
