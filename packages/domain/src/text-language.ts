/** Codes of languages in which a site may write its own texts (ISO 639), whether the app has them or not. */
export const textLanguageCodes: readonly string[] = (
  'af am ar as az be bg bn bs ca ceb cs cy da de el en es et eu fa ff fi fil fr ga gl gu ha he hi hr hu hy id ig is it ja ka kk km kn ko ' +
  'ku ky lb lo lt lv mg mi mk ml mn mr ms mt my ne nl no om or pa pl ps pt qu ro ru rw sd si sk sl so sq sr sv sw ta te tg th ti tk tr ' +
  'uk ur uz vi wo xh yo zh zu'
).split(' ')
