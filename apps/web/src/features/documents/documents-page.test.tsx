import type { Folder } from '@muster/contract/documents.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { zoneSelectionStore } from '../../lib/session/zone-selection-store.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { aDocument } from './testing/a-document.ts'

vi.mock('../files/open-pdf.ts', () => ({ openPdf: () => Promise.reject(new Error('damaged')) }))

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const aFolder = (changes: Partial<Folder> = {}): Folder => ({
  id: '0192f0c0-0000-7000-8000-000000000701',
  zoneId: enteredZone.id,
  zoneName: enteredZone.name,
  parentFolderId: null,
  name: 'Plans',
  description: null,
  folders: 0,
  files: 2,
  forGroups: false,
  groups: [],
  createdAt: '2026-11-20T09:00:00.000Z',
  deletedAt: null,
  ...changes,
})
const aTextFile = { ...aDocument().file, name: 'rules.txt', kind: 'text' as const }
const documentHandlers: Handlers = {
  'documents/folders': () => answer({ folders: [aFolder()], path: [] }),
  'documents/files': () => answer({ rows: [aDocument()], next: null }),
}

function openPage(
  role: 'app_user' | 'zone_manager_rw' | 'zone_manager_ro' | 'client_admin',
  handlers: Handlers,
  address = '/documents',
  otherZones: ReturnType<typeof aZone>[] = [],
) {
  const inputs: [string, unknown][] = []
  fakeServer(
    { ...createServerHandlers(role, [{ ...enteredZone, myRole: role }, ...otherZones]), ...handlers },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderPage(address)
  return { inputs, user: userEvent.setup() }
}

/** Answers requests for files, which the simulated server does not know. */
function serveFiles(content: string) {
  const callServer = globalThis.fetch
  vi.stubGlobal('fetch', (input: string | Request) =>
    typeof input === 'string' ? Promise.resolve(new Response(content)) : callServer(input),
  )
}

it('members see folders and files without menus, and confirm required reading', async () => {
  const { inputs, user } = openPage('app_user', {
    ...documentHandlers,
    'documents/files': () => answer({ rows: [aDocument({ file: aTextFile })], next: null }),
    'documents/confirm': () => answer({ confirmed: true }),
  })
  serveFiles('Wear a helmet')
  expect(await screen.findByRole('button', { name: /^Plans/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Folder menu/ })).toBeNull()
  for (const name of ['New Folder', 'Upload File', 'Deleted'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Read and confirm: Site rules' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Site rules' }))
  expect(await dialog.findByText('Wear a helmet')).toBeTruthy()
  const confirm = await dialog.findByRole('button', { name: 'I’ve read it' })
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
  await user.click(confirm)
  expect(inputs).toContainEqual([
    'documents/confirm',
    { zoneId: enteredZone.id, documentId: aDocument().id, version: 1 },
  ])
})

it('opens the document of an alert, and lets it be confirmed once its content is there or was downloaded', async () => {
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  const { inputs, user } = openPage(
    'app_user',
    { ...documentHandlers, 'documents/get': () => answer(aDocument({ file: aTextFile })) },
    `/documents?document=${aDocument().id}`,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Site rules' }))
  expect(await dialog.findByText('Failed to load files')).toBeTruthy()
  const confirm = dialog.getByRole('button', { name: 'I’ve read it' })
  expect(confirm).toHaveProperty('disabled', true)
  expect(inputs.some(([name]) => name === 'documents/get')).toBe(true)
  serveFiles('Wear a helmet')
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
})

it('offers a PDF that cannot be shown as a download, after which it can be confirmed', async () => {
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  const { user } = openPage('app_user', documentHandlers)
  serveFiles('%PDF')
  await user.click(await screen.findByRole('button', { name: 'Read and confirm: Site rules' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Site rules' }))
  expect(await dialog.findByText('rules.pdf')).toBeTruthy()
  const confirm = dialog.getByRole('button', { name: 'I’ve read it' })
  expect(confirm).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
})

it('managers see how many of those asked have read a file', async () => {
  const progress = { confirmed: 3, people: 11 }
  const { inputs } = openPage('zone_manager_rw', {
    ...documentHandlers,
    'documents/files': () =>
      answer({ rows: [aDocument({ reading: { group: null, mine: 'not asked', progress } })], next: null }),
    'broadcasts/groups': () => answer({ groups: [] }),
  })
  expect(await screen.findByText('Read by 3 of 11')).toBeTruthy()
  expect(screen.queryByText('Required reading')).toBeNull()
  expect(inputs.some(([name]) => name === 'documents/readers')).toBe(false)
})

it('a refused file stays listed after the others were uploaded', async () => {
  const { user } = openPage(
    'zone_manager_rw',
    {
      ...documentHandlers,
      'broadcasts/groups': () => answer({ groups: [] }),
      'documents/usage': () => answer({ files: 0, used: 0, quota: null }),
      'documents/add': () => answer({ documentId: aDocument().id, version: 1 }),
    },
    '/documents?open=upload',
  )
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 200
      responseText = JSON.stringify({ attachment: aTextFile })
      onload: () => void = () => undefined
      open() {}
      setRequestHeader() {}
      send() {
        this.onload()
      }
    },
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload File' }))
  const input = dialog.getByTestId('file-input')
  await user.upload(input, [
    new File(['x'], 'plan.txt'),
    new File([new Uint8Array(11 * 1024 * 1024)], 'long.txt'),
  ])
  await dialog.findByText('plan.txt')
  await user.click(dialog.getByRole('button', { name: 'Upload' }))
  expect(await dialog.findByText('1 file wasn’t uploaded')).toBeTruthy()
  expect(dialog.getByText('long.txt')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Upload File' })).toBeNull())
})

it('shows that the document of an alert is gone', async () => {
  openPage(
    'app_user',
    { ...documentHandlers, 'documents/get': () => refusal(404, 'DOCUMENT_NOT_FOUND', 'Gone') },
    `/documents?document=${aDocument().id}`,
  )
  expect(await screen.findByText('This file isn’t available')).toBeTruthy()
})

it('a selection ends with the list in which it was made, and a deletion can be undone', async () => {
  const { inputs, user } = openPage('zone_manager_rw', {
    ...documentHandlers,
    'broadcasts/groups': () => answer({ groups: [] }),
    'documents/removal': () => answer({ folders: 0, documents: 1 }),
    'documents/remove': () => answer({ removed: 1 }),
    'documents/restore': () => answer({ restored: 1 }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Site rules' }))
  await user.click(screen.getByRole('button', { name: 'Deleted' }))
  await screen.findByRole('button', { name: 'Back to files' })
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to files' }))
  await user.click(await screen.findByRole('button', { name: 'More options for Site rules' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete File' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(inputs).toContainEqual([
      'documents/restore',
      { zoneId: enteredZone.id, folders: [], documents: [aDocument().id] },
    ]),
  )
})

it('moves a row that is dropped on a folder', async () => {
  const { inputs } = openPage('zone_manager_rw', {
    ...documentHandlers,
    'broadcasts/groups': () => answer({ groups: [] }),
    'documents/move': () => answer({ moved: 1 }),
  })
  const stored = new Map<string, string>()
  const dataTransfer = {
    setData: (type: string, text: string) => stored.set(type, text),
    getData: (type: string) => stored.get(type) ?? '',
    get types() {
      return [...stored.keys()]
    },
  }
  const file = await screen.findByRole('button', { name: /^Site rules/ })
  const folder = screen.getByRole('button', { name: /^Plans/ })
  fireEvent.dragStart(file, { dataTransfer })
  fireEvent.dragOver(folder, { dataTransfer })
  fireEvent.drop(folder, { dataTransfer })
  await waitFor(() =>
    expect(inputs).toContainEqual([
      'documents/move',
      { zoneId: enteredZone.id, folderId: aFolder().id, folders: [], documents: [aDocument().id] },
    ]),
  )
  expect(screen.queryByRole('dialog', { name: 'Upload File' })).toBeNull()
})

it('managers get the specified menu of a folder, and see what a deletion removes', async () => {
  const { user } = openPage('zone_manager_rw', {
    ...documentHandlers,
    'broadcasts/groups': () => answer({ groups: [] }),
    'documents/removal': () => answer({ folders: 1, documents: 2 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Folder menu for Plans' }))
  const items = (await screen.findAllByRole('menuitem')).map(it => it.textContent)
  expect(items).toEqual(['Link Groups', 'Edit Folder', 'Move', 'Delete Folder'])
  await user.click(screen.getByRole('menuitem', { name: 'Delete Folder' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Folder' }))
  expect(await dialog.findByText('2 files')).toBeTruthy()
})

it('shows confirmations with version and requester after the request to read has ended', async () => {
  const confirmations = [
    {
      userId: '0192f0c0-0000-7000-8000-000000000704',
      name: 'Ann Test',
      version: 1,
      confirmedAt: '2026-11-20T09:00:00.000Z',
      askedBy: 'Mia Test',
    },
  ]
  const { user } = openPage('zone_manager_rw', {
    ...documentHandlers,
    'documents/files': () => answer({ rows: [aDocument({ reading: null, version: 2 })], next: null }),
    'documents/readers': () =>
      answer({ confirmed: 0, people: 0, readers: [], remindedAt: null, confirmations }),
    'broadcasts/groups': () => answer({ groups: [] }),
  })
  await user.click(await screen.findByRole('button', { name: 'More options for Site rules' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Required reading' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Required reading: Site rules' }))
  expect(await dialog.findByText('Confirmations: 1')).toBeTruthy()
  const line = within(dialog.getByRole('list', { name: 'Confirmations' })).getByRole('listitem')
  expect(line.textContent).toMatch(/Ann Test.*Asked by Mia Test.*Version 1/)
  expect(dialog.getByRole('button', { name: 'Ask people to read' })).toBeTruthy()
})

it('rejects a group already linked to the folder without calling the server', async () => {
  const group = { id: '0192f0c0-0000-7000-8000-000000000705', name: 'Riggers' }
  const { inputs, user } = openPage('zone_manager_rw', {
    ...documentHandlers,
    'documents/folders': () => answer({ folders: [aFolder({ forGroups: true, groups: [group] })], path: [] }),
    'broadcasts/groups': () => answer({ groups: [{ ...group, members: 1 }] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Folder menu for Plans' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Link Groups' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Link Groups to Plans' }))
  await user.click(await dialog.findByRole('combobox', { name: 'Group' }))
  await user.click(await screen.findByRole('option', { name: 'Riggers' }))
  await user.click(dialog.getByRole('button', { name: 'Link group' }))
  expect(await dialog.findByText('Folder is already linked to this group')).toBeTruthy()
  expect(inputs.some(([name]) => name === 'documents/linkGroup')).toBe(false)
})

it.each([
  ['The folder couldn’t be changed. Try again.', 'Edit Folder', 'Save'],
  ['Failed to create folder', 'New Folder', 'Create Folder'],
])('shows the failure: %s', async (text, title, act) => {
  const failRequest = () => ({ status: 500, body: {} })
  const { user } = openPage('zone_manager_rw', {
    ...documentHandlers,
    'documents/updateFolder': failRequest,
    'documents/createFolder': failRequest,
  })
  await user.click(await screen.findByRole('button', { name: 'Folder menu for Plans' }))
  if (title === 'Edit Folder') await user.click(await screen.findByRole('menuitem', { name: title }))
  else {
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: title }))
  }
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  if (title === 'New Folder') await user.type(dialog.getByLabelText(/^Folder name/), 'Keys')
  await user.click(dialog.getByRole('button', { name: act }))
  expect(await dialog.findByText(text)).toBeTruthy()
})

it('shows an error, not an empty folder, for a deleted or unreadable folder', async () => {
  const refuseFolder = () => refusal(404, 'FOLDER_NOT_FOUND', 'This folder no longer exists.')
  openPage(
    'app_user',
    { 'documents/folders': refuseFolder, 'documents/files': refuseFolder },
    `/documents?folder=${aFolder().id}`,
  )
  expect(await screen.findByText('This folder no longer exists')).toBeTruthy()
  expect(screen.queryByText('No files yet')).toBeNull()
})

it('marks a lost file instead of offering to open it', async () => {
  const lostDocument = aDocument({ file: { ...aDocument().file, url: '', isLost: true } })
  const { user } = openPage('zone_manager_rw', {
    ...documentHandlers,
    'documents/files': () => answer({ rows: [lostDocument], next: null }),
  })
  await screen.findByText(/The contents of this file have been lost/)
  expect(screen.queryByRole('button', { name: 'Download Site rules' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More options for Site rules' }))
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(screen.queryByRole('menuitem', { name: 'Make available offline' })).toBeNull()
})

it('shows and downloads an old version with fresh links after the list’s links have expired', async () => {
  const oldFile = (version: number) => ({
    ...aDocument().file,
    id: `0192f0c0-0000-7000-8000-00000000071${version}`,
    name: 'plan.png',
    kind: 'picture' as const,
    url: `/files/${version}?expires=1700000000000`,
    thumbnailUrl: `/files/${version}.thumb.webp?expires=1700000000000`,
  })
  const uploadFields = { uploadedBy: 'Mia Test', createdAt: '2026-11-20T09:00:00.000Z' }
  const { inputs, user } = openPage('app_user', {
    ...documentHandlers,
    'documents/versions': () =>
      answer({ versions: [2, 1].map(version => ({ version, file: oldFile(version), ...uploadFields })) }),
    'documents/fileLink': ({ version }) =>
      answer({
        url: `/files/fresh-${version}.png`,
        thumbnailUrl: null,
        previewUrl: `/files/fresh-${version}.webp`,
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'More options for Site rules' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }))
  await user.click(await screen.findByRole('button', { name: 'Show version 1' }))
  expect((await screen.findByAltText('plan.png')).getAttribute('src')).toBe('/files/fresh-1.webp')
  expect(inputs).toContainEqual([
    'documents/fileLink',
    { zoneId: enteredZone.id, documentId: aDocument().id, version: 1 },
  ])
})

describe('an alert about a document of another zone', () => {
  const office = aZone({ id: '0192f0c0-0000-7000-8000-000000000102', name: 'Office' })
  const folder = aFolder().id
  const address = `/documents?folder=${folder}&zone=${office.id}`
  const expectOpenInOffice = (inputs: [string, unknown][]) =>
    waitFor(() => {
      const lastRequest = inputs.filter(([name]) => name === 'documents/folders').at(-1)
      expect(lastRequest?.[1]).toMatchObject({ zoneId: office.id, folderId: folder })
    })
  // Selects the zone that was selected before.
  const selectEnteredZone = () => zoneSelectionStore.set(aProfile().id, enteredZone.id)

  it('opens its folder there, and requests nothing from the previously selected zone', async () => {
    selectEnteredZone()
    const { inputs } = openPage('app_user', documentHandlers, address, [
      { ...office, entryExpiresAt: enteredZone.entryExpiresAt },
    ])
    await expectOpenInOffice(inputs)
    expect(inputs.filter(([name]) => name === 'documents/folders')).toHaveLength(1)
    expect(zoneSelectionStore.get(aProfile().id)).toBe(office.id)
  })

  it('asks for the PIN of that zone first', async () => {
    selectEnteredZone()
    const expiresAt = enteredZone.entryExpiresAt ?? ''
    const { inputs, user } = openPage(
      'zone_manager_rw',
      {
        ...documentHandlers,
        'zones/myPin': () => answer({ state: 'open', lockedUntil: null, resetAskedAt: null }),
        'zones/enter': () => answer({ entryExpiresAt: expiresAt }),
      },
      address,
      [{ ...office, myRole: 'zone_manager_rw' }],
    )
    expect(await screen.findByText('Enter your PIN to see Office’s files.')).toBeTruthy()
    expect(inputs.filter(([name]) => name === 'documents/folders')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Enter Zone' }))
    await user.click(await screen.findByLabelText('Zone entry PIN, digit 1 of 4'))
    await user.keyboard('4711')
    await expectOpenInOffice(inputs)
  })

  it('explains missing access to the zone, and stays in the selected zone', async () => {
    selectEnteredZone()
    const { inputs, user } = openPage(
      'app_user',
      { ...documentHandlers, 'zones/available': () => answer({ rows: [], next: null }) },
      address,
    )
    expect(await screen.findByText('You don’t belong to this zone')).toBeTruthy()
    expect(inputs.filter(([name]) => name === 'documents/folders')).toEqual([])
    await user.click(screen.getByRole('button', { name: `Back to ${enteredZone.name}` }))
    expect(await screen.findByText('Site rules')).toBeTruthy()
  })
})

it.each([
  ['zone_manager_rw', true],
  ['zone_manager_ro', true],
  ['client_admin', false],
  ['app_user', false],
] as const)('offers a %s the filter by group: %s', async (role, offers) => {
  openPage(role, { ...documentHandlers, 'broadcasts/groups': () => answer({ groups: [] }) })
  expect(await screen.findByText('Site rules')).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Group' }) !== null).toBe(offers)
})

it.each([
  ['/app-user-documents', false],
  ['/documents-manager', true],
  ['/documents', true],
] as const)('%s offers a zone manager the actions on files: %s', async (address, offers) => {
  openPage(
    'zone_manager_rw',
    { ...documentHandlers, 'broadcasts/groups': () => answer({ groups: [] }) },
    address,
  )
  expect(await screen.findByText('Site rules')).toBeTruthy()
  for (const name of ['Upload File', 'New Folder', 'Deleted', 'Folder menu for Plans'])
    expect(screen.queryByRole('button', { name }) !== null, name).toBe(offers)
  expect(screen.getByRole('button', { name: 'Download Site rules' })).toBeTruthy()
})

it('an internal admin without a zone sees the files of all zones, and opens a folder without selecting its zone', async () => {
  const gate = aZone({ id: '0192f0c0-0000-7000-8000-0000000000b3', name: 'South gate' })
  const requests: unknown[] = []
  const folder = aFolder({ zoneId: gate.id, zoneName: gate.name, name: 'Permits' })
  fakeServer({
    ...createServerHandlers('super_admin', [enteredZone, gate]),
    'documents/allFolders': () => answer({ rows: [aFolder(), folder], next: null }),
    'documents/files': ({ zoneId }) =>
      answer({
        rows: [zoneId ? aDocument({ title: 'Crane permit' }) : aDocument({ zoneName: 'North yard' })],
        next: null,
      }),
    'documents/countAll': () => answer({ documents: 41 }),
    'documents/folders': input => {
      requests.push(input)
      return answer({ folders: [], path: [{ id: folder.id, name: folder.name }] })
    },
  })
  signIn()
  const app = renderPage('/documents')
  const user = userEvent.setup()
  const folders = within(await screen.findByRole('list', { name: 'Folders' }))
  expect(folders.getAllByRole('button').map(it => it.textContent)).toEqual([
    'Plans2 filesNorth yard',
    'Permits2 filesSouth gate',
  ])
  expect(await screen.findByText('Site rules')).toBeTruthy()
  expect(await screen.findByLabelText(/^41 files/)).toBeTruthy()
  await user.click(folders.getByRole('button', { name: /Permits/ }))
  expect(await screen.findByText('Crane permit')).toBeTruthy()
  expect(requests).toEqual([{ zoneId: gate.id, folderId: folder.id }])
  expect(zoneSelectionStore.get(aProfile().id)).toBeNull()
  expect(app.path()).toContain(`zone=${gate.id}`)
  const path = within(screen.getByRole('navigation', { name: 'Folders' }))
  await user.click(path.getByRole('button', { name: 'All zones' }))
  expect(await screen.findByText('Site rules')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: /Permits/ }))
  expect(await screen.findByText('Crane permit')).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: 'Zone' }))
  await user.click(await screen.findByRole('option', { name: enteredZone.name }))
  await waitFor(() => expect(requests.at(-1)).toEqual({ zoneId: enteredZone.id }))
  expect(app.path()).toBe(`/documents?zone=${enteredZone.id}`)
  expect(zoneSelectionStore.get(aProfile().id)).toBeNull()
})

it('the view of all zones waits for the folders before it shows the empty state', async () => {
  let release: () => void = () => undefined
  const pendingReply = new Promise<void>(resolve => (release = resolve))
  fakeServer({
    ...createServerHandlers('super_admin', [enteredZone]),
    'documents/allFolders': async () => {
      await pendingReply
      return answer({ rows: [aFolder()], next: null })
    },
    'documents/files': () => answer({ rows: [], next: null }),
    'documents/countAll': () => answer({ documents: 0 }),
  })
  signIn()
  renderPage('/documents')
  await screen.findByLabelText(/^0 files/)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(screen.queryByText('No files yet')).toBeNull()
  release()
  expect(await screen.findByRole('button', { name: /^Plans/ })).toBeTruthy()
})

it.each(['All zones', 'South gate'])(
  'an internal admin inside a folder of the selected zone goes to %s without taking the folder along',
  async target => {
    const gate = aZone({ id: '0192f0c0-0000-7000-8000-0000000000b3', name: 'South gate' })
    zoneSelectionStore.set(aProfile().id, enteredZone.id)
    fakeServer({
      ...createServerHandlers('super_admin', [enteredZone, gate]),
      ...documentHandlers,
      'documents/allFolders': () => answer({ rows: [], next: null }),
      'documents/countAll': () => answer({ documents: 0 }),
    })
    signIn()
    const app = renderPage(`/documents?folder=${aFolder().id}`)
    const user = userEvent.setup()
    expect(await screen.findByText('Site rules')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: 'Zone' }))
    await user.click(await screen.findByRole('option', { name: target }))
    await waitFor(() =>
      expect(zoneSelectionStore.get(aProfile().id)).toBe(target === 'All zones' ? null : gate.id),
    )
    expect(app.path()).toBe('/documents')
  },
)

describe('the review of a document', () => {
  const toReviewed = (dueOn: string) =>
    aDocument({ review: { dueOn, everyMonths: 6, reviewedAt: null, reviewedBy: null } })
  const handlers: Handlers = {
    ...documentHandlers,
    'broadcasts/groups': () => answer({ groups: [] }),
    'documents/files': () => answer({ rows: [toReviewed('2026-01-31')], next: null }),
    'documents/get': () => answer(toReviewed('2026-01-31')),
    'documents/rename': () => answer({ updated: true }),
    'documents/review': () => answer({ dueOn: '2027-05-27' }),
  }

  it('is planned in the dialog of the title', async () => {
    const { inputs, user } = openPage('zone_manager_rw', handlers)
    await user.click(await screen.findByRole('button', { name: 'More options for Site rules' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit File' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit File' }))
    fireEvent.change(dialog.getByLabelText(/^Review by/), { target: { value: '2031-02-03' } })
    await user.click(dialog.getByRole('combobox', { name: 'Review' }))
    await user.click(await screen.findByRole('option', { name: 'Every year' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const change = { zoneId: enteredZone.id, documentId: aDocument().id, title: 'Site rules' }
    await waitFor(() =>
      expect(inputs).toContainEqual([
        'documents/rename',
        { ...change, review: { dueOn: '2031-02-03', everyMonths: 12 } },
      ]),
    )
  })

  it('is shown as overdue, and recorded from the opened document', async () => {
    const { inputs, user } = openPage('zone_manager_rw', handlers, `/documents?document=${aDocument().id}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Site rules' }))
    expect(await dialog.findByText(/Review overdue since/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Reviewed' }))
    await waitFor(() =>
      expect(inputs).toContainEqual([
        'documents/review',
        { zoneId: enteredZone.id, documentId: aDocument().id, dueOn: '2026-01-31' },
      ]),
    )
  })

  it('narrows the list to files only, for people who may upload', async () => {
    const { inputs, user } = openPage('zone_manager_rw', handlers)
    await user.click(await screen.findByRole('button', { name: 'Due for review' }))
    await waitFor(() =>
      expect(inputs).toContainEqual([
        'documents/files',
        expect.objectContaining({ zoneId: enteredZone.id, toReview: true }),
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Plans/ })).toBeNull())
  })
})
