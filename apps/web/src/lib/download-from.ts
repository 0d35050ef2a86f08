/** Has the browser fetch a file from an address that answers it as one to keep. */
export function downloadFrom(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
