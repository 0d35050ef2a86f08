import { expect, test } from '../fixtures.ts'
import { createGroup } from '../people.ts'
import { findMessage, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('a manager shares files with a group; they are read and confirmed, downloaded, deleted and restored', async ({
  person,
  enrol,
  muster,
  watch,
}) => {
  // Expected rejections: a name already taken (409) and a folder that no longer exists (404).
  watch.expectRefusal(409)
  watch.expectRefusal(404)
  const managerAccount = await enrol('Uma Rao', { [yard]: 'zone_manager_rw' })
  const worker = await enrol('Vik Mehta', { [yard]: 'app_user' })
  await createGroup(muster, yard, managerAccount, 'Key holders', [worker])
  const { page: desk } = await person({ as: managerAccount, inZone: yard })
  const { page: phone } = await person({
    as: worker,
    inZone: yard,
    viewport: { width: 360, height: 780 },
    touch: true,
  })

  await test.step('a folder with a unique name is created and shared with the group', async () => {
    await openPage(desk, '/documents')
    const dialog = desk.getByRole('dialog', { name: 'New Folder' })
    for (const _ of [1, 2]) {
      await desk.getByRole('button', { name: 'New Folder' }).click()
      await dialog.getByLabel('Folder name').fill('Keys')
      await dialog.getByRole('button', { name: 'Create Folder' }).click()
      if (_ === 1) await expect(findMessage(desk, 'Folder created successfully')).toBeVisible()
    }
    await expect(dialog.getByText('A folder with this name already exists in this location')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await desk.getByRole('button', { name: 'Folder menu for Keys' }).click()
    await desk.getByRole('menuitem', { name: 'Link Groups' }).click()
    const linksDialog = desk.getByRole('dialog', { name: 'Link Groups to Keys' })
    await linksDialog.getByLabel('Group').first().fill('Key')
    await desk.getByRole('option', { name: 'Key holders' }).click()
    await linksDialog.getByRole('button', { name: 'Link group' }).click()
    await expect(findMessage(desk, 'Group linked to folder successfully')).toBeVisible()
    await desk.keyboard.press('Escape')
  })

  await test.step('two files are uploaded to it, one of them twice', async () => {
    await desk.getByRole('button', { name: /^Keys/ }).click()
    const dialog = desk.getByRole('dialog', { name: 'Upload File' })
    const upload = async (names: readonly string[]) => {
      await desk.getByRole('button', { name: 'Upload File' }).first().click()
      await dialog
        .getByTestId('file-input')
        .setInputFiles(
          names.map(name => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}`) })),
        )
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(findMessage(desk, 'File uploaded successfully')).toBeVisible()
    }
    await upload(['gate.txt', 'store.txt'])
    await upload(['gate.txt'])
    await expect(desk.getByText(/gate\.txt .* version 2/)).toBeVisible()
  })

  await test.step('the group member opens it on the phone', async () => {
    await openPage(phone, '/app-user-documents')
    await phone.getByRole('button', { name: /^Keys/ }).tap()
    await phone.getByRole('button', { name: /^gate/ }).tap()
    await expect(phone.getByText('This is gate.txt')).toBeVisible()
    await phone.keyboard.press('Escape')
    await expect(phone.getByRole('button', { name: /^Folder menu/ })).toHaveCount(0)
  })

  await test.step('the file becomes required reading, and its readers are listed until they confirm', async () => {
    await desk.getByRole('button', { name: 'More options for gate' }).click()
    await desk.getByRole('menuitem', { name: 'Required reading' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Required reading: gate' })
    await dialog.getByRole('button', { name: 'Ask people to read' }).click()
    await expect(dialog.getByRole('list', { name: 'Readers' })).toContainText('Vik Mehta')
    await phone.getByRole('button', { name: 'Read and confirm: gate' }).tap()
    const openFile = phone.getByRole('dialog', { name: 'gate' })
    await expect(openFile.getByText('This is gate.txt')).toBeVisible()
    await openFile.getByRole('button', { name: 'I’ve read it' }).tap()
    const readers = dialog.getByRole('list', { name: 'Readers' })
    await expect(readers.getByRole('listitem').filter({ hasText: 'Vik Mehta' })).toContainText('Read')
    await dialog.getByRole('button', { name: 'Stop asking' }).click()
    await expect(findMessage(desk, 'Existing confirmations are kept.')).toBeVisible()
    const confirmations = dialog.getByRole('list', { name: 'Confirmations' })
    await expect(confirmations.getByRole('listitem').filter({ hasText: 'Vik Mehta' })).toContainText(
      'Version 2',
    )
    await desk.keyboard.press('Escape')
  })

  await test.step('selected files are downloaded as one archive, deleted and restored', async () => {
    await desk.getByRole('checkbox', { name: 'Select gate' }).check()
    await desk.getByRole('checkbox', { name: 'Select store' }).check()
    const selection = desk.getByRole('region', { name: 'Selection' })
    const downloadEvent = desk.waitForEvent('download')
    await selection.getByRole('button', { name: 'Download' }).click()
    expect((await downloadEvent).suggestedFilename()).toBe('files.zip')
    await desk.getByRole('button', { name: 'Back', exact: true }).click()
    await desk.getByRole('button', { name: 'Folder menu for Keys' }).click()
    await desk.getByRole('menuitem', { name: 'Delete Folder' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Delete Folder' })
    await expect(dialog.getByText('2 files')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(findMessage(desk, 'Folder deleted successfully')).toBeVisible()
    await expect(phone.getByText('This folder no longer exists')).toBeVisible()
    await desk.getByRole('button', { name: 'Deleted' }).click()
    await desk.getByRole('button', { name: 'Restore Keys' }).click()
    await expect(findMessage(desk, 'Restored')).toBeVisible()
    await desk.getByRole('button', { name: 'Back to files' }).click()
    await desk.getByRole('button', { name: /^Keys/ }).click()
    await expect(desk.getByRole('button', { name: /^store/ })).toBeVisible()
  })
})
