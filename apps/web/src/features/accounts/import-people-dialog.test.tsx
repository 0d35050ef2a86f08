import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, failNetwork, fakeServer, type InputOf } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

type CreateManyInput = InputOf<'accounts/createMany'>

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
  let connectionFails = true
  fakeServer({
    ...createServerHandlers('admin', []),
    'accounts/list': () => answer({ rows: [], next: null }),
    'accounts/count': () => answer({ all: 0, inside: 0, outside: 0, unknown: 0, unseen: 0 }),
    'accounts/createMany': input => {
      if (!input.dryRun && sentInputs.some(it => !it.dryRun) && connectionFails) {
        connectionFails = false
        failNetwork()
      }
      sentInputs.push(input)
      return answer({
        outcomes: input.people.map(({ email }) => (email.startsWith('taken') ? 'exists' : 'new')),
      })
    },
  })
  signIn()
  renderApp('/users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Files' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Import from CSV' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import people' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is nowhere to choose a file')
  await user.upload(input, makeFile())
  expect(await dialog.findByText(/103 users to create, 5 rows left out/)).toBeTruthy()
  expect(
    within(dialog.getByRole('list', { name: 'Skipped rows' }))
      .getAllByRole('listitem')
      .map(row => row.textContent),
  ).toEqual([
    'Line 105, Bo Lind: User with this email already exists',
    'Line 106, Cy: First name and last name are required',
    'Line 107, Di Oz: Please enter a valid phone number',
    'Line 108, Ed Oz: Invalid role specified',
    'Line 109, Fay Oz: You can’t assign the role Supervisor in a file. Use App User, Zone Manager (Read Only), Zone Manager (Read/Write), or Client Admin.',
  ])
  expect(sentInputs.map(it => [it.dryRun, it.people.length])).toEqual([
    [true, 100],
    [true, 4],
  ])
  await user.click(dialog.getByRole('button', { name: 'Create 103 users' }))
  expect(await dialog.findByText(/100 users created so far. Try again to continue from there./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Create 103 users' }))
  expect(await screen.findByText('103 users created and invited by email.')).toBeTruthy()
  await waitFor(() =>
    expect(sentInputs.filter(it => !it.dryRun).map(it => it.people.length)).toEqual([100, 3]),
  )
})
