import { newDevice } from '../../../apps/server/src/features/auth/passkeys/testing/device.ts'
import { extractToken, listMails } from '../../../apps/server/src/features/auth/testing/accounts.ts'
import { createAppCode } from '../../../apps/server/src/features/auth/two-step/testing/app.ts'
import { startStandInPushService } from '../../../apps/server/src/features/push/testing/stand-in-push-service.ts'
import { nameReadReasons, type Step } from '../step.ts'
import { origin, password, type World } from '../world.ts'

/** Returns the calls, as made by the worker on one device. Another of the worker's devices watches the effects. */
const asWorker = ({ call, people }: World) => call(people.worker)
const neverAborted = new AbortController().signal

async function findAlertId(world: World): Promise<string> {
  const { rows } = await asWorker(world).alerts.list({ unread: true })
  return rows.find(({ type }) => type !== 'broadcast')?.id ?? ''
}
const readMailToken = async ({ muster }: World, to: string) =>
  extractToken((await listMails(muster, to)).at(-1))

const emailCardReason = { 'emailChanges.mine': 'its card reads it whenever it opens' }

export const accountSteps: Step[] = [
  {
    name: 'alerts.markRead',
    act: async world => asWorker(world).alerts.markRead({ alertId: await findAlertId(world) }),
  },
  { name: 'alerts.markAllRead', act: world => asWorker(world).alerts.markAllRead() },
  {
    name: 'alerts.setPreference',
    act: world =>
      asWorker(world).alerts.setPreference({ type: 'hazard_alert', inbox: true, push: false, mail: false }),
  },
  {
    name: 'alerts.setQuietHours',
    act: world =>
      asWorker(world).alerts.setQuietHours({
        quietHours: { from: '22:00', until: '06:00', timeZone: 'Europe/Berlin' },
      }),
  },
  {
    name: 'settings.updateProfile',
    late: nameReadReasons,
    act: world =>
      asWorker(world).settings.updateProfile({
        firstName: 'Wesley',
        skills: ['First aid'],
        emergencyContact: { name: 'Ida', phone: '+91 11 5550 0102', relationship: 'Sister' },
        language: 'hi',
      }),
  },
  { name: 'settings.regenerateUserCode', act: world => asWorker(world).settings.regenerateUserCode() },
  { name: 'settings.changePin', act: world => asWorker(world).settings.changePin({ password, pin: '1357' }) },
  { name: 'settings.prepareDownload', act: world => asWorker(world).settings.prepareDownload() },
  {
    name: 'a download is ready',
    async act({ muster, db, people }) {
      const { rows } = await db.pool.query<{ id: string }>(
        `select id from data_downloads where user_id = $1 and state = 'preparing'`,
        [people.worker.id],
      )
      await muster.services.prepareDownload(rows[0]?.id ?? '', neverAborted)
    },
  },
  {
    name: 'auth.signIn',
    renews: ['auth.devices'],
    async act({ call, people, fields }) {
      const { session } = await call().auth.signIn({ email: people.worker.email, password })
      const { rows } = await call(session).auth.devices({})
      fields.sessionId = rows.find(({ current }) => current)?.sessionId
    },
  },
  {
    name: 'auth.revokeDevice',
    renews: ['auth.devices'],
    act: world => asWorker(world).auth.revokeDevice({ sessionId: String(world.fields.sessionId) }),
  },
  {
    name: 'auth.signOut',
    renews: ['auth.devices'],
    async act({ call, people }) {
      const { session } = await call().auth.signIn({ email: people.worker.email, password })
      await call(session).auth.signOut()
    },
  },
  {
    name: 'passkeys.add',
    renews: ['passkeys.list'],
    async act(world) {
      const { ticket, options } = await asWorker(world).passkeys.begin({ password })
      const attestation = newDevice(origin).make(options)
      const { id } = await asWorker(world).passkeys.add({ ticket, name: 'Phone', made: attestation })
      world.fields.passkeyId = id
    },
  },
  {
    name: 'passkeys.rename',
    renews: ['passkeys.list'],
    act: world =>
      asWorker(world).passkeys.rename({ passkeyId: String(world.fields.passkeyId), name: 'Old phone' }),
  },
  {
    name: 'passkeys.remove',
    renews: ['passkeys.list'],
    act: world => asWorker(world).passkeys.remove({ passkeyId: String(world.fields.passkeyId) }),
  },
  {
    name: 'twoStep.confirm',
    renews: ['twoStep.state'],
    async act(world) {
      const { secret } = await asWorker(world).twoStep.begin({ password })
      await asWorker(world).twoStep.confirm({ code: await createAppCode(secret) })
    },
  },
  {
    name: 'twoStep.renewRecoveryCodes',
    renews: ['twoStep.state'],
    act: world => asWorker(world).twoStep.renewRecoveryCodes({ password }),
  },
  {
    name: 'twoStep.turnOff',
    renews: ['twoStep.state'],
    act: world => asWorker(world).twoStep.turnOff({ password }),
  },
  {
    name: 'trackers.create',
    renews: ['trackers.list'],
    async act(world) {
      const { tracker } = await asWorker(world).trackers.create({
        name: 'Radio',
        app: 'owntracks',
        requestId: crypto.randomUUID(),
      })
      world.fields.trackerId = tracker.id
    },
  },
  {
    name: 'trackers.revoke',
    renews: ['trackers.list'],
    act: world => asWorker(world).trackers.revoke({ trackerId: String(world.fields.trackerId) }),
  },
  {
    name: 'push.subscribe',
    renews: ['push.devices'],
    async act(world) {
      const service = await startStandInPushService()
      const { id } = await asWorker(world).push.subscribe(service.browser())
      await service.stop()
      world.fields.deviceId = id
    },
  },
  {
    name: 'push.unsubscribe',
    renews: ['push.devices'],
    act: world => asWorker(world).push.unsubscribe({ deviceId: String(world.fields.deviceId) }),
  },
  {
    name: 'emailChanges.request',
    late: emailCardReason,
    act: world => asWorker(world).emailChanges.request({ email: 'wes.new@test.example', password }),
  },
  { name: 'emailChanges.cancel', late: emailCardReason, act: world => asWorker(world).emailChanges.cancel() },
  {
    name: 'emailChanges.confirm',
    late: { ...emailCardReason, ...nameReadReasons },
    async act(world) {
      await asWorker(world).emailChanges.request({ email: 'wes@test.example', password })
      await world
        .call()
        .emailChanges.confirm({ token: await readMailToken(world, 'wes@test.example'), password })
    },
  },
  {
    name: 'auth.changePassword',
    act: world =>
      asWorker(world).auth.changePassword({ currentPassword: password, newPassword: 'eight-orange-birds' }),
  },
  {
    name: 'reportRuns.begin',
    async act({ call, people, zone, fields }) {
      const { id } = await call(people.manager).reportRuns.begin({
        kind: 'attendance',
        zoneId: zone.id,
        groupId: null,
        userId: null,
        from: '2026-10-01',
        to: '2026-10-31',
        format: 'csv',
        requestId: crypto.randomUUID(),
      })
      fields.runId = id
    },
  },
  {
    name: 'a report is made',
    act: ({ muster, fields }) => muster.services.reports.prepare(String(fields.runId), neverAborted),
  },
  {
    name: 'reportRuns.cancel',
    async act({ call, people, zone, fields }) {
      const { id } = await call(people.manager).reportRuns.begin({
        kind: 'presence',
        zoneId: zone.id,
        groupId: null,
        userId: null,
        from: '2026-10-01',
        to: '2026-10-31',
        format: 'csv',
        requestId: crypto.randomUUID(),
      })
      fields.runId = id
      await call(people.manager).reportRuns.cancel({ runId: id })
    },
  },
]
