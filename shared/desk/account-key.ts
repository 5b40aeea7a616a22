/** No bank's number or name of an account is longer. */
const longestAccount = 200

/** In a select of accounts, which have letters or digits: whoever chooses it names one. */
export const anotherAccount = '+'

/** Equal for all spellings of one account: "062-000 1234", "0620001234"; "Épargne", "epargne". */
export function accountKey(account: string): string {
  return account
    .slice(0, longestAccount)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
