/** Has the browser fetch a file to keep, under the name that the address gives it or under `fileName`. */
export function downloadFrom(url: string, fileName = '') {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
