import { msg } from '@lingui/core/runtime-macro'
import { beforeEach, describe, expect, it } from 'vitest'
import { translate } from '../../lib/texts/testing/translate.ts'
import { type Alert, write } from '../../live/write.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { rewordAlerts } from './reword-alerts.ts'

const muster = testServices()
let people: TestUser[]
beforeEach(async () => {
  people = await Promise.all([1, 2, 3, 4].map(() => muster.make.user()))
  const languages = ['en', 'ar', 'hi', null]
  for (const [index, { id }] of people.entries()) await chooseLanguage(id, languages[index] ?? null)
})

const chooseLanguage = (id: string, language: string | null) =>
  muster.db.pool.query('update user_profiles set language = $2 where id = $1', [id, language])

const severity = msg`Severe (test)`
translate(severity, 'ar', 'شديد')
const createTitle = (subject: string) => msg`${{ severity }}: ${{ subject }} (test)`
translate(createTitle(''), 'ar', '{severity}: {subject}')
translate(createTitle(''), 'hi', '{subject} – {severity}')

let renderCount = 0
const counted = (language: string) => {
  renderCount += 1
  return `in ${language}`
}

const createAlert = (to: readonly string[], overrides: Partial<Alert> = {}): Alert => ({
  type: 'system',
  zoneId: null,
  to,
  title: createTitle('Gas leak'),
  text: msg`Written ${{ counted }} (test)`,
  about: {},
  source: crypto.randomUUID(),
  ...overrides,
})
const raise = (alert: Alert) => muster.db.asOwner('a test', tx => write(tx, async its => its.alert(alert)))
const listTexts = async (user: TestUser) =>
  (await muster.call(user).alerts.list({})).rows.map(it => [it.title, it.description])

const englishTexts = ['Severe (test): Gas leak (test)', 'Written in en (test)']
const arabicTexts = ['شديد: Gas leak', 'Written in ar (test)']
const hindiTexts = ['Gas leak – Severe (test)', 'Written in hi (test)']

describe('an alert', () => {
  it('reaches each person in their language, and is rendered once per language', async () => {
    renderCount = 0
    await raise(createAlert(people.map(it => it.id)))
    expect(await Promise.all(people.map(listTexts))).toEqual([
      [englishTexts],
      [arabicTexts],
      [hindiTexts],
      [englishTexts],
    ])
    expect(renderCount).toBe(4)
  })

  it('is in the language of the organisation for people who chose none', async () => {
    await muster.db.pool.query(`update clients set language = 'hi'`)
    await raise(createAlert(people.map(it => it.id)))
    await muster.db.pool.query(`update clients set language = 'en'`)
    expect(await Promise.all(people.map(listTexts))).toEqual([
      [englishTexts],
      [arabicTexts],
      [hindiTexts],
      [hindiTexts],
    ])
  })

  it('keeps its language when the person chooses another', async () => {
    const [, ara] = people as [TestUser, TestUser]
    await raise(createAlert([ara.id]))
    await muster.call(ara).settings.updateProfile({ language: 'hi' })
    await raise(createAlert([ara.id]))
    expect(await listTexts(ara)).toEqual([hindiTexts, arabicTexts])
  })

  it('reaches more than 300 people in their languages through a queued order', async () => {
    const unknownIds = Array.from({ length: 300 }, () => crypto.randomUUID())
    await raise(createAlert([...people.map(it => it.id), ...unknownIds]))
    expect(await listTexts(people[1] as TestUser)).toEqual([])
    await muster.services.alerts.catchUp()
    expect(await Promise.all(people.map(listTexts))).toEqual([
      [englishTexts],
      [arabicTexts],
      [hindiTexts],
      [englishTexts],
    ])
  })

  it('is reworded and replaced in the language of the person', async () => {
    const [, ara, hiro] = people as [TestUser, TestUser, TestUser]
    const recipientIds = [ara.id, hiro.id]
    const source = crypto.randomUUID()
    await raise(createAlert(recipientIds, { source, title: 'Gas {leak}', text: '' }))
    expect(await listTexts(ara)).toEqual([['Gas {leak}', '']])
    await muster.db.asOwner('a test', tx =>
      write(tx, its =>
        rewordAlerts(its, [{ source, to: recipientIds, title: createTitle('Gas leak'), text: 'ok' }]),
      ),
    )
    expect([await listTexts(ara), await listTexts(hiro)]).toEqual([
      [[arabicTexts[0], 'ok']],
      [[hindiTexts[0], 'ok']],
    ])
    await raise(createAlert(recipientIds, { source, title: createTitle('Fire'), replaces: true }))
    expect((await listTexts(ara)).map(([first]) => first)).toEqual(['شديد: Fire'])
  })
})
