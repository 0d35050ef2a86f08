/** What an attachment is to a reader: how it is shown. */
export type AttachmentKind = 'picture' | 'video' | 'pdf' | 'office' | 'text'

type Sort = {
  readonly kind: AttachmentKind
  /** The media type by content, undefined for plain text, which has no mark of its own; and the ending under which such a file is stored. */
  readonly mediaType: string | undefined
  readonly ending: string
  /** The endings by which people call such files. */
  readonly called: readonly string[]
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The files that hazards and broadcasts take: images, video, pdf, doc, docx, xls, xlsx. What a file is its content says; its name
 * may not say otherwise. Pictures are encoded anew, whatever they were.
 */
export const attachmentSorts: readonly Sort[] = [
  { kind: 'picture', mediaType: 'image/jpeg', ending: 'webp', called: ['jpg', 'jpeg', 'jfif'] },
  { kind: 'picture', mediaType: 'image/png', ending: 'webp', called: ['png'] },
  { kind: 'picture', mediaType: 'image/webp', ending: 'webp', called: ['webp'] },
  { kind: 'picture', mediaType: 'image/gif', ending: 'webp', called: ['gif'] },
  { kind: 'video', mediaType: 'video/mp4', ending: 'mp4', called: ['mp4', 'm4v', 'mov'] },
  { kind: 'video', mediaType: 'video/x-m4v', ending: 'mp4', called: ['mp4', 'm4v'] },
  { kind: 'video', mediaType: 'video/quicktime', ending: 'mov', called: ['mov', 'mp4', 'qt'] },
  { kind: 'video', mediaType: 'video/webm', ending: 'webm', called: ['webm'] },
  { kind: 'video', mediaType: 'video/3gpp', ending: '3gp', called: ['3gp', '3gpp', 'mp4'] },
  { kind: 'pdf', mediaType: 'application/pdf', ending: 'pdf', called: ['pdf'] },
  { kind: 'office', mediaType: 'application/x-cfb', ending: 'doc', called: ['doc'] },
  { kind: 'office', mediaType: 'application/x-cfb', ending: 'xls', called: ['xls'] },
  { kind: 'office', mediaType: word, ending: 'docx', called: ['docx'] },
  { kind: 'office', mediaType: sheet, ending: 'xlsx', called: ['xlsx'] },
]

/** The files that folders take: pdf, doc, docx, txt, jpg, jpeg, png, gif, xlsx, xls, ppt, pptx. */
export const documentSorts: readonly Sort[] = [
  ...attachmentSorts.filter(({ kind, mediaType }) => kind !== 'video' && mediaType !== 'image/webp'),
  { kind: 'office', mediaType: 'application/x-cfb', ending: 'ppt', called: ['ppt'] },
  { kind: 'office', mediaType: slides, ending: 'pptx', called: ['pptx'] },
  { kind: 'text', mediaType: undefined, ending: 'txt', called: ['txt'] },
]

/** Which files a place takes. */
export type TakenFiles = 'attachments' | 'documents'
const sortsOf = (taken: TakenFiles) => (taken === 'documents' ? documentSorts : attachmentSorts)

export const documentAccept = '.pdf,.doc,.docx,.txt,.jpg,.jpeg,.png,.gif,.xlsx,.xls,.ppt,.pptx'

/** What the picker of a browser offers. */
export const attachmentAccept =
  'image/*,video/*,.pdf,.doc,.docx,.xls,.xlsx,application/pdf,application/msword,application/vnd.ms-excel'

/** The last ending of a file's name, in small letters; empty where it has none. */
export const endingOf = (name: string): string => /\.([^.\s/\\]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * What a file is by its content and name; undefined for one that is not taken: of another kind, without an ending, or called
 * something that it is not.
 */
export function sortOfAttachment(
  mediaType: string | undefined,
  name: string,
  taken: TakenFiles = 'attachments',
): Sort | undefined {
  const ending = endingOf(name)
  return sortsOf(taken).find(sort => sort.mediaType === mediaType && sort.called.includes(ending))
}

/** Whether a person may try to send a file of this name: what the server will look at, said before the bytes are sent. */
export const isAttachmentName = (name: string, taken: TakenFiles = 'attachments'): boolean =>
  sortsOf(taken).some(({ called }) => called.includes(endingOf(name)))

/** Media types by which stored attachments are served. What is not here is sent as bytes, to be saved. */
const served: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  '3gp': 'video/3gpp',
}

/** The media type under which a browser may show a stored file in a page of ours; undefined for one that is only saved. */
export const shownMediaType = (path: string): string | undefined => served[endingOf(path)]

/** How a stored file is shown, by the ending the server gave it. */
export const kindOfStored = (path: string): AttachmentKind =>
  [...attachmentSorts, ...documentSorts].find(({ ending }) => ending === endingOf(path))?.kind ?? 'office'

/** The same by its media type, where no stored content is left. */
export const kindOfMediaType = (mediaType: string): AttachmentKind =>
  mediaType.startsWith('text/')
    ? 'text'
    : (documentSorts.find(sort => sort.mediaType === mediaType)?.kind ?? 'office')

/** Where the small picture of a stored picture lies. */
export const thumbnailPath = (path: string): string => path.replace(/\.webp$/, '.thumb.webp')
