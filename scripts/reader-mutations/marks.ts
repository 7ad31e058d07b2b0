/** Text that stands nowhere else, put into records so that they are found again: `zqx12q`. */
export const MARK = /zqx\d+q/g;

export const markOf = (number: number) => `zqx${number}q`;

export function marksIn(text: string): string[] {
  return [...new Set(text.match(MARK))];
}
