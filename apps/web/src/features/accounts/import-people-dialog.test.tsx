import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, failNetwork, fakeServer, type InputOf } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

type CreateManyInput = InputOf<'accounts/createMany'>

const noRoles = { former: null, zones: [] }

/** Creates a file with 103 valid rows, one whose email address is taken, and four invalid ones. */
const makeFile = () => {
  const validRows = Array.from({ length: 103 }, (_, n) => `Ana;Ruiz ${n};ana${n}@example.org;;App User`)
  const rows = ['First name;Last name;E-mail;Phone;Role', ...validRows]
  rows.push(
    'Bo;Lind;taken@example.org;;',
    'Cy;;cy@example.org;;',
    'Di;Oz;di@example.org;12;',
    'Ed;Oz;ed@example.org;;boss',
    'Fay;Oz;fay@example.org;;Supervisor',
  )
  return new File([rows.join('\r\n')], 'people.csv', { type: 'text/csv' })
}

it('checks a file without creating anybody, lists the errors line by line, then creates the users, resuming where it stopped', async () => {
  const sentInputs: CreateManyInput[] = []
  const ends: InputOf<'imports/end'>[] = []
  let connectionFails = true
  fakeServer({
    ...createServerHandlers('admin', []),
    'accounts/list': () => answer({ rows: [], next: null }),
    'imports/end': input => {
      ends.push(input)
      return answer({ ended: true })
    },
    'accounts/count': () => answer({ all: 0, inside: 0, outside: 0, unknown: 0, unseen: 0 }),
    'accounts/createMany': input => {
      if (!input.dryRun && sentInputs.some(it => !it.dryRun) && connectionFails) {
        connectionFails = false
        failNetwork()
      }
      sentInputs.push(input)
      return answer({
        outcomes: input.people.map(({ email }) =>
          email.startsWith('taken') ? 'same' : email.startsWith('fay') ? 'forbidden' : 'new',
        ),
        changes: input.people.map(() => []),
        roles: input.people.map(() => noRoles),
      })
    },
  })
  signIn()
  renderPage('/users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Files' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Import from CSV' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import people' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is nowhere to choose a file')
  await user.upload(input, makeFile())
  expect(await dialog.findByText(/103 users to create, 1 user unchanged, 4 rows skipped/)).toBeTruthy()
  expect(
    within(dialog.getByRole('list', { name: 'Skipped rows' }))
      .getAllByRole('listitem')
      .map(row => row.textContent),
  ).toEqual([
    'Line 106, Cy: First name and last name are required',
    'Line 107, Di Oz: Please enter a valid phone number',
    'Line 108, Ed Oz: Invalid role specified',
    'Line 109, Fay Oz: You can’t assign the role Supervisor in a file. Use App User, Zone Manager (Read Only), Zone Manager (Read/Write), or Client Admin.',
  ])
  expect(sentInputs.map(it => [it.dryRun, it.people.length])).toEqual([
    [true, 100],
    [true, 5],
  ])
  await user.click(dialog.getByRole('button', { name: 'Create 103 users' }))
  expect(await dialog.findByText(/100 users imported so far. Try again to continue from there./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Create 103 users' }))
  expect(
    await screen.findByText(
      '103 users created and invited by email. 4 rows were skipped. You can download them under Imports.',
    ),
  ).toBeTruthy()
  await waitFor(() =>
    expect(sentInputs.filter(it => !it.dryRun).map(it => it.people.length)).toEqual([100, 3]),
  )
  // Both batches, and the rows that were left out, belong to one import.
  expect(new Set(sentInputs.filter(it => !it.dryRun).map(it => it.import?.id))).toEqual(
    new Set([ends[0]?.importId]),
  )
  expect(ends).toHaveLength(1)
  expect(ends[0]).toMatchObject({ leftOut: 4 })
  expect(ends[0]?.leftOutFile?.split('\r\n').slice(0, 3)).toEqual([
    '"First name","Last name","E-mail","Phone","Role","Line","Reason"',
    '"Cy","","cy@example.org","","","106","First name and last name are required"',
    '"Di","Oz","di@example.org","12","","107","Please enter a valid phone number"',
  ])
})

it('shows what an exported file changes about existing users, and says so when it changes nothing', async () => {
  const sentInputs: CreateManyInput[] = []
  let isImported = false
  fakeServer({
    ...createServerHandlers('admin', []),
    'accounts/list': () => answer({ rows: [], next: null }),
    'imports/end': () => answer({ ended: true }),
    'accounts/count': () => answer({ all: 0, inside: 0, outside: 0, unknown: 0, unseen: 0 }),
    'accounts/createMany': input => {
      sentInputs.push(input)
      const isChanged = (email: string) => email.startsWith('ana') && !isImported
      if (!input.dryRun) isImported = true
      return answer({
        outcomes: input.people.map(({ email }) =>
          email.startsWith('gone')
            ? 'zone_not_found'
            : isChanged(email) || !input.dryRun
              ? 'changed'
              : 'same',
        ),
        changes: input.people.map(({ email }) => (isChanged(email) ? ['role', 'zones'] : [])),
        roles: input.people.map(({ email }) =>
          isChanged(email)
            ? {
                former: 'app_user',
                zones: [
                  { zone: 'Yard', former: 'zone_manager_rw', role: 'zone_manager_ro' },
                  { zone: 'Depot', former: null, role: 'app_user' },
                ],
              }
            : noRoles,
        ),
      })
    },
  })
  signIn()
  renderPage('/users')
  const user = userEvent.setup()
  const openDialog = async () => {
    await user.click(await screen.findByRole('button', { name: 'Files' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Import from CSV' }))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is nowhere to choose a file')
    await user.upload(
      input,
      new File(
        [
          'First name,Last name,Email,Phone,Role,Zones\r\n',
          'Ana,Ruiz,ana@example.org,,Client Admin,"Yard: Zone Manager (Read Only); Depot"\r\n',
          'Bo,Lind,bo@example.org,,Super Admin,\r\n',
          'Cy,Oz,gone@example.org,,,Nowhere\r\n',
        ],
        'people.csv',
        { type: 'text/csv' },
      ),
    )
    return within(await screen.findByRole('dialog', { name: 'Import people' }))
  }
  const dialog = await openDialog()
  expect(await dialog.findByText(/^1 user to change, 1 user unchanged, 1 row skipped/)).toBeTruthy()
  expect(dialog.getByRole('list', { name: 'Users to change' }).textContent).toBe(
    [
      'Ana Ruizana@example.orgChanges: Role, Zones',
      'Role: from App User to Client AdminMore rights',
      'Yard: from Zone Manager (RW) to Zone Manager (RO)',
      'Depot: joins as App User',
    ].join(''),
  )
  expect(dialog.getByRole('list', { name: 'Skipped rows' }).textContent).toBe(
    'Line 4, Cy Oz: There’s no zone with this name or ID.',
  )
  expect(sentInputs[0]).toMatchObject({
    update: true,
    people: [
      { role: 'client_admin', zones: [{ zone: 'Yard', role: 'zone_manager_ro' }, { zone: 'Depot' }] },
      { role: 'super_admin' },
      { zones: [{ zone: 'Nowhere' }] },
    ],
  })
  await user.click(dialog.getByRole('button', { name: 'Change 1 user' }))
  expect(
    await screen.findByText('1 user changed. 1 row was skipped. You can download it under Imports.'),
  ).toBeTruthy()
  expect(sentInputs.at(-1)).toMatchObject({ dryRun: false, people: [{ email: 'ana@example.org' }] })

  const again = await openDialog()
  expect(await again.findByText(/^2 users unchanged, 1 row skipped/)).toBeTruthy()
  expect(again.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
})

it('lists rows that were refused only at the import, and counts them neither as changed nor as unchanged', async () => {
  fakeServer({
    ...createServerHandlers('admin', []),
    'accounts/list': () => answer({ rows: [], next: null }),
    'imports/end': () => answer({ ended: true }),
    'accounts/count': () => answer({ all: 0, inside: 0, outside: 0, unknown: 0, unseen: 0 }),
    'accounts/createMany': input =>
      answer({
        outcomes: input.people.map(({ email }) =>
          input.dryRun ? 'changed' : email.startsWith('bo') ? 'zone_not_found' : 'changed',
        ),
        changes: input.people.map(() => ['phone']),
        roles: input.people.map(() => noRoles),
      }),
  })
  signIn()
  renderPage('/users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Files' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Import from CSV' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is nowhere to choose a file')
  const csv = 'First name,Last name,Email\r\nAna,Ruiz,ana@example.org\r\nBo,Lind,bo@example.org\r\n'
  await user.upload(input, new File([csv], 'people.csv', { type: 'text/csv' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import people' }))
  await user.click(await dialog.findByRole('button', { name: 'Change 2 users' }))
  expect(
    await screen.findByText('1 user changed. 1 row was skipped. You can download it under Imports.'),
  ).toBeTruthy()
  expect(dialog.getByRole('list', { name: 'Skipped rows' }).textContent).toBe(
    'Line 3, Bo Lind: There’s no zone with this name or ID.',
  )
  expect(dialog.queryByRole('list', { name: 'Users to change' })).toBeNull()
})
