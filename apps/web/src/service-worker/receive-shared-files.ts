import { storeSharedFiles } from '../offline/shared-files.ts'

/** The target of a share: the report form. */
export const reportAddress = '/#/hazards?report=1'

/** Stores what another app shares with this one (share_target of the manifest), and redirects to the report form. */
export async function receiveSharedFiles(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll('files').filter(value => value instanceof File)
  const textParts = ['title', 'text']
    .map(name => form.get(name))
    .filter(value => typeof value === 'string' && value)
  await storeSharedFiles(files, textParts.join('\n'), toSite(request.referrer))
  return Response.redirect(reportAddress, 303)
}

/** Returns the host of the page that posted the share. A share from the system has no page. */
const toSite = (referrer: string): string | undefined =>
  URL.canParse(referrer) && referrer.startsWith('http') ? new URL(referrer).host : undefined
