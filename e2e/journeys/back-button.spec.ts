import { expect, test } from '../fixtures.ts'
import { enterZone, findMessage, findSideMenu, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('on a phone, Back closes the most recently opened menu, preview or search before it leaves the page', async ({
  person,
  enrol,
}) => {
  const account = await enrol('Ila Menon', { [yard]: 'zone_manager_rw' })
  const { page } = await person({ as: account, viewport: { width: 360, height: 780 }, touch: true })
  await openPage(page, '/zone-selection')
  await enterZone(page, yard)

  await test.step('at any width a touch screen has the same overlay menu', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(findSideMenu(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await page.setViewportSize({ width: 360, height: 780 })
  })

  await test.step('the side menu closes, and the page stays', async () => {
    await openPage(page, '/hazards')
    await expect(page.getByRole('heading', { name: 'Notify', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(/#\/hazards/)
  })

  await test.step('a link that leads away from the menu closes it, and one Back returns', async () => {
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await openPage(page, '/groups')
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(/#\/groups/)
    await page.goBack()
    await expect(page).toHaveURL(/#\/hazards/)
    await expect(menu).toBeHidden()
  })

  await test.step('in a folder the preview closes, then the menu of a file, then the folder', async () => {
    await openPage(page, '/documents')
    await page.getByRole('button', { name: 'New Folder' }).tap()
    const folderDialog = page.getByRole('dialog', { name: 'New Folder' })
    await folderDialog.getByLabel('Folder name').fill('Back yard')
    await folderDialog.getByRole('button', { name: 'Create Folder' }).tap()
    await expect(findMessage(page, 'Folder created successfully')).toBeVisible()
    await page.getByRole('button', { name: /^Back yard/ }).tap()
    await page.getByRole('button', { name: 'Upload File' }).first().tap()
    const uploadDialog = page.getByRole('dialog', { name: 'Upload File' })
    await uploadDialog
      .getByTestId('file-input')
      .setInputFiles([{ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Keep left') }])
    await uploadDialog.getByRole('button', { name: 'Upload', exact: true }).tap()
    await expect(findMessage(page, 'File uploaded successfully')).toBeVisible()
    await page.getByRole('button', { name: /^plan/ }).tap()
    const preview = page.getByText('Keep left')
    await expect(preview).toBeVisible()
    await page.goBack()
    await expect(preview).toBeHidden()
    await page.getByRole('button', { name: 'More options for plan' }).tap()
    await expect(page.getByRole('menuitem', { name: 'Edit File' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('menuitem', { name: 'Edit File' })).toBeHidden()
    await expect(page.getByRole('button', { name: /^plan/ })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: /^Back yard/ })).toBeVisible()
  })

  await test.step('the search in a conversation closes, and the conversation stays', async () => {
    await openPage(page, '/my-groups?create=1')
    const groupDialog = page.getByRole('dialog', { name: 'Create Group' })
    await groupDialog.getByLabel('Group name').fill('Back crew')
    await groupDialog.getByRole('button', { name: 'Create Group' }).tap()
    await expect(findMessage(page, 'Group created successfully')).toBeVisible()
    await page.getByRole('link', { name: 'Open Chat of Back crew' }).tap()
    const messageBox = page.getByRole('textbox', { name: 'Message', exact: true })
    await expect(messageBox).toBeVisible()
    await page.getByRole('button', { name: 'Search messages' }).tap()
    const searchDialog = page.getByRole('dialog', { name: 'Search messages' })
    await expect(searchDialog).toBeVisible()
    await page.goBack()
    await expect(searchDialog).toBeHidden()
    await expect(messageBox).toBeVisible()
    await page.goBack()
    await expect(messageBox).toBeHidden()
  })

  await test.step('Back closes it on the first page too, where it would otherwise leave the app', async () => {
    const firstPage = await page.context().newPage()
    await openPage(firstPage, '/settings')
    await expect(firstPage.getByRole('banner')).toBeVisible()
    await firstPage.getByRole('button', { name: 'Open menu' }).tap()
    const menu = firstPage.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await firstPage.goBack()
    await expect(menu).toBeHidden()
    await expect(firstPage).toHaveURL(/#\/settings/)
  })
})
