/** Makes the browser download a file. Without `fileName`, the name comes from the URL. */
export function downloadFrom(url: string, fileName = '') {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
