import { browser } from '../browser.ts'
import { batchCalls } from '../gateway/batch-calls.ts'
import { writes } from '../gateway/page-calls.ts'
import { renameProfile, selectProfile } from '../gateway/profiles.ts'
import { checkWaiting } from '../sites/approvals/asking.ts'
import { decide } from '../sites/approvals/decide.ts'
import { disableSite, enableSite, forgetSites, restoreAll, revokeGrant } from '../sites/manage.ts'
import { readRequest } from '../sites/payments/read-request.ts'
import { keptTransactions } from '../store/sealed/activity.ts'
import { cardNames, listNotas, removeNota, saveNota } from '../store/sealed/notas.ts'
import { forgetEverything } from '../store/sealed/sealed-store.ts'
import { vaultState } from '../vault/state.ts'
import {
  addUnlockPasskey,
  changeVaultPassword,
  createVault,
  dataKey,
  lock,
  removeUnlockPasskey,
  throttledFor,
  touch,
  unlockByPasskey,
  unlockByPassword,
  unlockPasskey,
} from '../vault/vault.ts'
import { connect, disconnect, reconnect } from './connect.ts'
import { callRead, callWrite } from './gateway-calls.ts'
import { refresh } from './live/refresh.ts'
import { begin, discardPayment, leavePayment, listPayments, look, sendAgain } from './money.ts'
import type { Answers, RequestInput, RequestName } from './requests.ts'
import { schedule } from './schedule.ts'
import { afterLock, afterUnlock } from './wake.ts'

type Service = { [N in RequestName]: (input: RequestInput<N>) => Promise<Answers[N]> }

const done = async (work: Promise<unknown>): Promise<null> => {
  await work
  return null
}

/** Unlocks, and takes up what waited for it. */
const opening = (work: Promise<void>) => done(work.then(afterUnlock))

/** What the worker does for each request of the table. */
export const service: Service = {
  async 'vault.state'() {
    const state = await vaultState()
    const known = state === 'locked' || state === 'unlocked'
    return { state, throttledFor: await throttledFor(Date.now()), passkey: known ? await unlockPasskey() : null }
  },
  'vault.create': (made) => opening(createVault(made, Date.now())),
  'vault.unlock': ({ key, stronger }) => opening(unlockByPassword(key, Date.now(), stronger)),
  'vault.unlockByPasskey': ({ prf }) => opening(unlockByPasskey(prf, Date.now())),
  'vault.addPasskey': (made) => done(addUnlockPasskey(made, Date.now())),
  'vault.removePasskey': () => done(dataKey(Date.now()).then(removeUnlockPasskey)),
  'vault.changePassword': ({ current, next }) => done(changeVaultPassword(current, next, Date.now())),
  'vault.lock': () => done(lock().then(afterLock)),
  // The alarm that locks follows the idle time, which the settings may have changed meanwhile.
  'vault.touch': () => done(touch(Date.now()).then(schedule)),
  'vault.erase': () => done(erase()),

  'profile.add': connect,
  'profile.reconnect': (input) => done(reconnect(input)),
  'profile.select': ({ profileId }) => done(selectProfile(profileId)),
  'profile.rename': ({ profileId, name }) => done(renameProfile(profileId, name)),
  'profile.remove': ({ profileId }) => done(disconnect(profileId)),
  'profile.restore': (kept) => done(restoreAll(kept)),

  'gateway.read': ({ profileId, endpoint, input }) => callRead(profileId, endpoint, input),
  'gateway.write': ({ profileId, endpoint, input, idempotencyKey }) =>
    callWrite(profileId, writes[endpoint], input, idempotencyKey),
  'gateway.refresh': ({ profileId, force }) => done(refresh(profileId, force === true)),

  'money.begin': ({ profileId, order, id }) => begin(profileId, order, id),
  'money.list': ({ profileId }) => listPayments(profileId),
  'money.look': ({ id }) => look(id),
  'money.sendAgain': ({ id }) => sendAgain(id),
  'money.discard': ({ id }) => discardPayment(id),
  'money.leave': ({ id }) => leavePayment(id),
  'money.batch': ({ profileId, endpoint, input }) => callWrite(profileId, batchCalls[endpoint], input),

  'activity.cached': async ({ profileId, limit }) => keptTransactions(await dataKey(Date.now()), profileId, limit),

  'nota.save': async ({ profileId, ...nota }) => saveNota(await dataKey(Date.now()), profileId, nota, Date.now()),
  'nota.names': async ({ profileId }) => cardNames(await dataKey(Date.now()), profileId),
  'nota.list': async ({ profileId }) => listNotas(await dataKey(Date.now()), profileId),
  'nota.remove': async ({ profileId, id }) => {
    await dataKey(Date.now())
    return done(removeNota(profileId, id))
  },

  'request.read': ({ profileId, text }) => readRequest(profileId, text),

  'site.enable': ({ origin }) => done(enableSite(origin)),
  'site.disable': ({ origin }) => done(disableSite(origin)),
  'grant.revoke': ({ id }) => done(revokeGrant(id)),
  'approval.check': ({ windowId }) => done(checkWaiting(windowId)),
  'approval.decide': (decision) => done(decide(decision)),
}

/** Everything, hosts included: what is left is the wallet as it was installed. */
async function erase(): Promise<void> {
  await forgetSites().catch(() => undefined)
  // The keys go before all else: nothing that fails further down may leave them.
  await browser.storage.local.clear()
  await browser.storage.session.clear()
  await forgetEverything().catch(() => undefined)
  const { origins = [] } = await browser.permissions.getAll()
  if (origins.length > 0) await browser.permissions.remove({ origins }).catch(() => false)
  await afterLock()
}
