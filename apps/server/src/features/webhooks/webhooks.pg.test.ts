import { maxWebhooks } from '@muster/domain/webhook.ts'
import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { createSettings, prepareWebhooks } from './testing/prepare-webhooks.ts'

const { muster, zone, admin, callWebhooks, createWebhook } = prepareWebhooks()

describe('a request repeated after a lost response', () => {
  const createInput = (overrides: object = {}) => ({
    ...createSettings(overrides),
    requestId: crypto.randomUUID(),
  })
  const listSecrets = async () =>
    (await muster.db.pool.query('select id, secret, previous_secret from webhooks order by id')).rows

  it('adds no second webhook, and returns a secret that replaces the first', async () => {
    const webhookInput = createInput()
    const firstResponse = await callWebhooks().create(webhookInput)
    const repeatedResponse = await callWebhooks().create(webhookInput)
    expect(repeatedResponse.webhook).toEqual(firstResponse.webhook)
    expect(repeatedResponse.secret).not.toBe(firstResponse.secret)
    expect(await listSecrets()).toEqual([
      { id: firstResponse.webhook.id, secret: repeatedResponse.secret, previous_secret: null },
    ])
    const { rows } = await muster.db.pool.query(
      `select description from security_events where event_type = 'webhook_changed' and actor_id = $1 order by description`,
      [admin.id],
    )
    expect(rows.map(it => it.description)).toEqual([
      'The webhook "Gate" was added.',
      'The webhook "Gate" was given a new secret.',
    ])
  })

  it('adds one webhook if sent concurrently, and returns the valid secret', async () => {
    const webhookInput = createInput()
    const responses = await Promise.all(Array.from({ length: 4 }, () => callWebhooks().create(webhookInput)))
    const [storedWebhook, ...otherWebhooks] = await listSecrets()
    expect(otherWebhooks).toEqual([])
    expect(responses.map(it => it.secret)).toContain(storedWebhook.secret)
  })

  it('returns its webhook even if the limit has been reached', async () => {
    const webhookInput = createInput()
    const { webhook } = await callWebhooks().create(webhookInput)
    for (let count = 1; count < maxWebhooks; count++) await createWebhook(createSettings())
    expect((await callWebhooks().create(webhookInput)).webhook.id).toBe(webhook.id)
    expect(await readCode(callWebhooks().create(createInput()))).toBe('WEBHOOKS_FULL')
  })

  it('is refused with different content, or after the secret was replaced, and keeps the current secret', async () => {
    const webhookInput = createInput()
    const { webhook } = await callWebhooks().create(webhookInput)
    expect(await readCode(callWebhooks().create({ ...webhookInput, name: 'Another gate' }))).toBe(
      'REQUEST_ID_TAKEN',
    )
    expect(await readCode(callWebhooks().create({ ...webhookInput, zoneIds: [zone.id] }))).toBe(
      'REQUEST_ID_TAKEN',
    )
    const { secret } = await callWebhooks().rotateSecret({ webhookId: webhook.id })
    expect(await readCode(callWebhooks().create(webhookInput))).toBe('REQUEST_ID_TAKEN')
    expect(await listSecrets()).toMatchObject([{ secret }])
  })

  it('changes nothing if the person may no longer add webhooks', async () => {
    const webhookInput = createInput()
    const { secret } = await callWebhooks().create(webhookInput)
    await muster.db.pool.query(`update user_profiles set role = 'app_user' where id = $1`, [admin.id])
    expect(await readCode(callWebhooks().create(webhookInput))).toBe('FORBIDDEN')
    expect(await listSecrets()).toMatchObject([{ secret }])
  })

  it('is a different request when somebody else sends it, and leaves the first unchanged', async () => {
    const webhookInput = createInput()
    const { webhook, secret } = await callWebhooks().create(webhookInput)
    const otherAdmin = await muster.make.user({ role: 'admin' })
    const otherAdminWebhook = await muster.call(otherAdmin).webhooks.create(webhookInput)
    expect(otherAdminWebhook.webhook.id).not.toBe(webhook.id)
    expect((await listSecrets()).find(it => it.id === webhook.id)).toMatchObject({ secret })
  })
})

describe('a webhook', () => {
  it('shows its secret to nobody, not even in SQL', async () => {
    const { secret, webhook } = await createWebhook(createSettings())
    expect(JSON.stringify(await callWebhooks().list())).not.toContain(secret)
    const queryAsAdmin = (statement: string) =>
      muster.db.asActor({ userId: admin.id, sessionId: admin.sessionId }, tx =>
        tx.executeQuery(CompiledQuery.raw(statement)),
      )
    await expect(queryAsAdmin('select secret from webhooks')).rejects.toThrow('permission denied')
    await expect(queryAsAdmin('select previous_secret from webhooks')).rejects.toThrow('permission denied')
    await expect(queryAsAdmin(`update webhook_deliveries set state = 'delivered'`)).rejects.toThrow(
      'permission denied',
    )
    expect(webhook.id).toBeTruthy()
  })

  it('is refused beyond the limit', async () => {
    await muster.db.pool.query(
      `insert into webhooks (name, address, secret, kinds)
       select 'x', 'https://example.org', 'x', array['zone.created'] from generate_series(1, $1::int)`,
      [maxWebhooks],
    )
    expect(await readCode(createWebhook(createSettings()))).toBe('WEBHOOKS_FULL')
  })

  it('is refused with an invalid URL', async () => {
    expect(await readCode(createWebhook(createSettings({ address: 'ftp://example.org' })))).toBe(
      'WEBHOOK_ADDRESS_INVALID',
    )
    expect(await readCode(callWebhooks().test({ webhookId: zone.id }))).toBe('NOT_FOUND')
    expect(await readCode(callWebhooks().resend({ deliveryId: zone.id }))).toBe('NOT_FOUND')
  })
})

it('the log is paged, newest first', async () => {
  const { webhook } = await createWebhook(createSettings())
  for (let count = 0; count < 5; count++) await callWebhooks().test({ webhookId: webhook.id })
  const firstPage = await callWebhooks().deliveries({ webhookId: webhook.id, limit: 3 })
  const secondPage = await callWebhooks().deliveries({
    webhookId: webhook.id,
    limit: 3,
    cursor: firstPage.next ?? '',
  })
  const times = [...firstPage.rows, ...secondPage.rows].map(it => it.createdAt)
  expect([firstPage.rows.length, secondPage.rows.length, secondPage.next]).toEqual([3, 2, null])
  expect(times).toEqual(times.toSorted().reverse())
})
