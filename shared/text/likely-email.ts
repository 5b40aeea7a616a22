/** The most common mail providers, and real providers that are one letter away from them. */
const providers = (
  'gmail.com googlemail.com outlook.com outlook.com.au hotmail.com hotmail.co.uk hotmail.de hotmail.fr live.com live.com.au ' +
  'yahoo.com yahoo.com.au yahoo.co.uk ymail.com icloud.com me.com mac.com aol.com bigpond.com bigpond.net.au ' +
  'optusnet.com.au gmx.de gmx.net gmx.com gmx.at gmx.ch web.de t-online.de orange.fr free.fr proton.me protonmail.com ' +
  'fastmail.com mail.com email.com'
).split(' ')

/** Suggests a correction: "ada@gmial.com" → "ada@gmail.com". Null if the address has no likely typo. */
export function likelyEmail(email: string): string | null {
  const [, name, domain = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(email.trim().toLowerCase()) ?? []
  if (!name || providers.includes(domain)) return null
  const meant = providers.find((provider) => provider.length > 6 && isOneEdit(domain, provider))
  return meant ? `${email.trim().slice(0, name.length)}@${meant}` : null
}

/** One letter is added, missing or different, or two neighbours are swapped. */
function isOneEdit(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}
