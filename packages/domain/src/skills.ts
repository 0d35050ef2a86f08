/**
 * The list with the skill added at the end, trimmed. A blank one, or one that is there already (upper and lower case
 * are the same skill), changes nothing: the same array comes back.
 */
export function addSkill(skills: readonly string[], text: string): readonly string[] {
  const skill = text.trim()
  const key = skill.toLowerCase()
  if (skill === '' || skills.some(other => other.trim().toLowerCase() === key)) return skills
  return [...skills, skill]
}

/** The list without that skill. */
export function removeSkill(skills: readonly string[], skill: string): readonly string[] {
  return skills.filter(other => other !== skill)
}

/** Any list put under the same rule: trimmed, no blanks, no duplicates, first spelling kept. */
export function cleanSkills(skills: readonly string[]): readonly string[] {
  return skills.reduce<readonly string[]>(addSkill, [])
}
