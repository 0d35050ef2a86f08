import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { enterZone, openPage, signIn } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('a deep link is restored after sign-in and zone entry, a waiting tab is signed in too, and the manager exports current presence and visits as files', async ({
  person,
  enrol,
}) => {
  const account = await enrol('Esha Export', { [yard]: 'zone_manager_rw' })
  const { page, context } = await person()
  const waitingPage = await context.newPage()
  await openPage(waitingPage, '/settings')
  await expect(waitingPage).toHaveURL(/#\/login\?/)

  await test.step('the link opens its screen and keeps its filter', async () => {
    await openPage(page, '/zone-app-users?presence=unknown')
    await expect(page).toHaveURL(/#\/login/)
    await signIn(page, account)
    await enterZone(page, yard)
    await expect(page).toHaveURL(/#\/zone-app-users\?presence=unknown/)
    await expect(page.getByRole('heading', { name: /App Users/ })).toBeVisible()
  })

  await test.step('a tab that waits on the sign-in page is signed in too', async () => {
    await expect(waitingPage.getByRole('button', { name: 'Sign In', exact: true })).toHaveCount(0)
    await expect(waitingPage).toHaveURL(/#\/(settings|zone-selection)/)
    await waitingPage.close()
  })

  await openPage(page, '/inside-now')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Export ${yard}` })
  const downloadExport = async () => {
    const downloadEvent = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await downloadEvent
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
  const list = await downloadExport()
  expect(list.name).toMatch(/^inside-.*\.csv$/)
  expect(list.content.toString()).toMatch(/^number,last name,first name,/)
  await expect(dialog).toBeHidden()

  await test.step('Print opens the PDF of the list', async () => {
    const opened = page.evaluate(
      () =>
        new Promise<string>(resolve => {
          const { open } = window
          const { createObjectURL } = URL
          window.open = () => {
            window.open = open
            return window
          }
          URL.createObjectURL = blob => {
            Object.assign(URL, { createObjectURL })
            void (blob as Blob).text().then(resolve)
            return createObjectURL(blob)
          }
        }),
    )
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    expect((await opened).slice(0, 5)).toBe('%PDF-')
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
  })

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByText('Visits').click()
  await dialog.getByText('XLSX').click()
  const sheet = await downloadExport()
  expect(sheet.name).toMatch(/^visits-.*\.xlsx$/)
  expect(sheet.content.subarray(0, 2).toString()).toBe('PK')
  await expect(page.getByText(`${sheet.name}:`).filter({ hasText: `to ${yard}.` })).toBeVisible()
})
