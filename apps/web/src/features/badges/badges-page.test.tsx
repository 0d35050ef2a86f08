import type { Badge } from '@muster/contract/badges.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const zone = aZone({ myRole: 'zone_manager_rw', entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const aBadge = (changes: Partial<Badge> = {}): Badge => ({
  number: '0815',
  userId: null,
  name: 'Cem Kaya',
  company: 'Lift Ltd',
  phone: '',
  last: { direction: 'in', at: minutesAgo(5), reader: 'Gate 2' },
  ...changes,
})
const unknownBadge = aBadge({ number: '4711', name: null, company: '' })

function openPage(badges: readonly Badge[], handlers: Handlers = {}, path = '/badges') {
  const inputs: [string, unknown][] = []
  fakeServer(
    {
      ...createServerHandlers('zone_manager_rw', [zone]),
      'badges/list': ({ only }) =>
        answer({
          rows: badges.filter(it => only === undefined || (it.name === null) === (only === 'unknown')),
          next: null,
          total: badges.length,
          unknown: badges.filter(it => it.name === null).length,
        }),
      'badges/keys': () => answer({ keys: [], days: 90 }),
      'badges/visits': () => answer({ rows: [], next: null }),
      ...handlers,
    },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderPage(path)
  return { inputs, user: userEvent.setup() }
}
const listRows = async () =>
  within(await screen.findByRole('list', { name: 'Badges' }))
    .getAllByRole('listitem')
    .map(row => row.textContent)

it('lists badges with their holders and last readings, and unknown numbers by themselves', async () => {
  const { user } = openPage([aBadge(), unknownBadge])
  const [known, unknown] = await listRows()
  expect(known).toMatch(/Cem Kaya.*0815.*Lift Ltd.*In .*Gate 2/)
  expect(unknown).toMatch(/Badge 4711 \(unknown\)/)
  await user.click(screen.getByRole('button', { name: '1 unknown number' }))
  await waitFor(async () => expect(await listRows()).toHaveLength(1))
})

it('removes several unknown numbers that belong to nobody from the lists', async () => {
  const { user, inputs } = openPage(
    [aBadge(), unknownBadge, { ...unknownBadge, number: '4712' }],
    { 'badges/dismiss': () => answer({ dismissed: 2 }) },
    '/badges?only=unknown',
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select Badge 4711 (unknown)' }))
  expect(screen.getByText('1 selected')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Not a person' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take 2 numbers off the lists?' }))
  await user.click(dialog.getByRole('button', { name: 'Not a person' }))
  expect(await screen.findByText('2 numbers taken off the lists')).toBeTruthy()
  expect(inputs.find(([name]) => name === 'badges/dismiss')?.[1]).toEqual({
    zoneId: zone.id,
    numbers: ['4711', '4712'],
  })
})

it('assigns an unknown number to a person without an account', async () => {
  const { user, inputs } = openPage([unknownBadge], { 'badges/assign': () => answer({ assigned: 1 }) })
  await user.click(await screen.findByRole('button', { name: 'Assign badge 4711' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Badge number/).value).toBe('4711')
  await user.click(dialog.getByText('Without an account'))
  await user.click(dialog.getByRole('button', { name: 'Assign badge' }))
  expect(await dialog.findByText('A name is required')).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Name/), 'Cem Kaya')
  await user.type(dialog.getByLabelText('Company'), 'Lift Ltd')
  await user.click(dialog.getByRole('button', { name: 'Assign badge' }))
  expect(await screen.findByText('Badge assigned')).toBeTruthy()
  expect(inputs.find(([name]) => name === 'badges/assign')?.[1]).toEqual({
    zoneId: zone.id,
    badges: [{ number: '4711', userId: null, name: 'Cem Kaya', company: 'Lift Ltd', phone: '' }],
  })
})

it('shows the key of a new reader only until the dialog closes', async () => {
  const row = { id: crypto.randomUUID(), name: 'Main gate', createdAt: minutesAgo(0), lastUsedAt: null }
  let isFull = true
  const { user } = openPage(
    [],
    {
      'badges/createKey': () =>
        isFull
          ? refusal(409, 'BADGE_KEYS_FULL', 'A zone can have up to 20 keys.')
          : answer({ row, key: 'secret-key' }),
    },
    '/badges?tab=readers',
  )
  await user.click(await screen.findByRole('button', { name: 'Add reader' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Name/), 'Main gate')
  await user.click(dialog.getByRole('button', { name: 'Add reader' }))
  expect(await dialog.findByText(/up to 20 keys/)).toBeTruthy()
  isFull = false
  await user.click(dialog.getByRole('button', { name: 'Add reader' }))
  expect(await screen.findByText('secret-key')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(document.body.textContent).not.toContain('secret-key'))
})

it('previews whom the rows of an import name, and which rows are skipped', async () => {
  const preview = {
    assigned: 2,
    rows: [
      { result: 'member' as const, name: 'Ann Test', changesHolder: true },
      { result: 'unknown' as const, name: '', changesHolder: false },
      { result: 'ambiguous' as const, name: 'Kim', changesHolder: false },
      { result: 'other' as const, name: 'Cem Kaya', changesHolder: false },
    ],
  }
  const { user, inputs } = openPage([], { 'badges/import': () => answer(preview) })
  await user.click(await screen.findByRole('button', { name: 'Files' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Import badges' }))
  const dialog = within(await screen.findByRole('dialog'))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file')
  await user.upload(
    input,
    new File(
      ['Badge,Name,Email\n1,,ann@x.example\n2,,bo@x.example\n3,Kim,\n4,,\n5,Cem Kaya,\n'],
      'badges.csv',
      {
        type: 'text/csv',
      },
    ),
  )
  expect(await dialog.findByText('1 badge for a member · 1 for a person without an account')).toBeTruthy()
  expect(dialog.getByText('1 of them currently belongs to somebody else')).toBeTruthy()
  const lines = within(dialog.getByRole('list', { name: 'Skipped rows' })).getAllByRole('listitem')
  expect(lines.map(it => it.textContent)).toEqual([
    'Line 3, 2 · bo@x.example: No member found',
    'Line 4, 3 · Kim: Several members match',
    'Line 5, 4: A badge needs a number and a holder.',
  ])
  await user.click(dialog.getByRole('button', { name: 'Import 2 badges' }))
  await waitFor(() =>
    expect(inputs.filter(([name]) => name === 'badges/import').map(([, input]) => input)).toMatchObject([
      { isPreview: true, rows: [{ number: '1', email: 'ann@x.example' }, {}, {}, { number: '5' }] },
      { isPreview: false, rows: [{ number: '1', email: 'ann@x.example' }, { number: '5' }] },
    ]),
  )
})

it('shows what a visit lacks', async () => {
  const aVisit = { number: '1', userId: null, name: 'Ann', inReader: '', outReader: '' }
  openPage(
    [],
    {
      'badges/visits': () =>
        answer({
          rows: [
            { ...aVisit, id: crypto.randomUUID(), cameInAt: null, leftAt: minutesAgo(1), end: 'out' },
            { ...aVisit, id: crypto.randomUUID(), cameInAt: minutesAgo(9), leftAt: null, end: 'in_again' },
            { ...aVisit, id: crypto.randomUUID(), cameInAt: minutesAgo(5), leftAt: null, end: 'open' },
          ],
          next: null,
        }),
    },
    '/badges?tab=visits',
  )
  const list = within(await screen.findByRole('list', { name: 'Visits by badge' }))
  const rows = list.getAllByRole('listitem').map(row => row.textContent)
  expect(rows[0]).toContain('Begin unknown')
  expect(rows[1]).toContain('Not seen going out')
  expect(rows[2]).toMatch(/Inside$/)
})
