import { putShared } from '../offline/shared-files.ts'

/** Where a share leads: the form of a report. */
export const reportAddress = '/#/hazards?report=1'

/** Takes what another app shares with this one (share_target of the manifest), and leads to the form that it is for. */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll('files').filter(value => value instanceof File)
  const words = ['title', 'text']
    .map(name => form.get(name))
    .filter(value => typeof value === 'string' && value)
  await putShared(files, words.join('\n'), siteOf(request.referrer))
  return Response.redirect(reportAddress, 303)
}

/** The host of the page that posted it. A share of the system comes from no page. */
const siteOf = (referrer: string): string | undefined =>
  URL.canParse(referrer) && referrer.startsWith('http') ? new URL(referrer).host : undefined
