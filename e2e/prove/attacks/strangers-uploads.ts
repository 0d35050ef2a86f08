import { type Attack, countOpenAfter, dial } from './attack.ts'

const MB = 1024 * 1024

/** Starts 300 simultaneous uploads without a session. Each announces 5 MB but sends only 4 MB. */
export const strangersUploads: Attack = {
  name: 'strangers-uploads',
  about: '300 uploads of 5 MB by strangers at once',
  async run({ port }) {
    const head = `PUT /upload/profile-image HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: ${5 * MB}\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(4 * MB, 0x61)])
    const sockets = Array.from({ length: 300 }, () => dial(port, body))
    const remaining = await countOpenAfter(sockets, 15_000)
    return remaining > 0 ? [`${remaining} uploads of strangers are open after 15 s`] : []
  },
}
