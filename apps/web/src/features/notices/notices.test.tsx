import type { NoticeRule } from '@muster/contract/notices.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render.tsx'
import { getSection, openSettingsAt } from '../settings/testing/open-settings.ts'
import { bo, managerServer, self, zone } from '../users/testing/manager-server.ts'

const aRule = (fields: Partial<NoticeRule>): NoticeRule => ({
  id: '018f0000-0000-7000-8000-0000000000a1',
  kind: 'zone_empty',
  zoneId: zone.id,
  zoneName: zone.name,
  threshold: null,
  enabled: true,
  people: [],
  ...fields,
})

it('Settings turn a reminder on, keep its minutes, and list who follows the person', async () => {
  let rules: NoticeRule[] = []
  const inputs: unknown[] = []
  const watcher = { zoneId: zone.id, zoneName: 'Depot', userId: bo.userId, name: 'Mia Manager' }
  const { user } = await openSettingsAt('/settings/notifications', {
    'notices/list': () => answer({ rules, watchers: [watcher] }),
    'notices/setOwn': input => {
      inputs.push(input)
      rules = [aRule({ ...input, zoneId: null, zoneName: null, threshold: input.minutes })]
      return answer({ ruleId: aRule({}).id })
    },
  })
  const section = getSection('Entries, exits and shifts')
  expect(await section.findByText('Mia Manager')).toBeTruthy()
  await user.click(section.getByRole('switch', { name: /^My shift begins/ }))
  const minutes = await section.findByRole('textbox', { name: 'Minutes before it begins' })
  await user.clear(minutes)
  await user.type(minutes, '500')
  await user.tab()
  await waitFor(() =>
    expect(inputs).toEqual([
      { kind: 'shift_begins', enabled: true, minutes: 30 },
      { kind: 'shift_begins', enabled: true, minutes: 120 },
    ]),
  )
})

it('the details of a person offer to be told when they enter or leave', async () => {
  let people: NoticeRule['people'] = []
  const inputs: unknown[] = []
  fakeServer({
    ...managerServer(() => [self, bo]),
    'notices/list': () =>
      answer({ rules: people.length > 0 ? [aRule({ kind: 'people', people })] : [], watchers: [] }),
    'notices/follow': input => {
      inputs.push(input)
      people = [{ userId: bo.userId, name: 'Bo Lind' }]
      return answer({ follows: true })
    },
  })
  renderApp(`/zone-app-users?user=${bo.userId}`)
  const user = userEvent.setup()
  const toggle = await screen.findByRole<HTMLInputElement>('switch', {
    name: /^Tell me when Bo Lind enters or leaves/,
  })
  await waitFor(() => expect(toggle.disabled).toBe(false))
  expect(toggle.checked).toBe(false)
  await user.click(toggle)
  expect(inputs).toEqual([{ zoneId: zone.id, userId: bo.userId, follows: true }])
  await waitFor(() => expect(toggle.checked).toBe(true))
})
