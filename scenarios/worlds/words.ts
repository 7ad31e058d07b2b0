/** Invented names: nobody and nothing that exists is meant. */

export const GIVEN_NAMES = [
  "Ada",
  "Bruno",
  "Carla",
  "Davor",
  "Elin",
  "Farid",
  "Greta",
  "Hugo",
  "Ines",
  "Jonas",
  "Kaja",
  "Lorenz",
  "Mirela",
  "Nils",
  "Oda",
  "Pavel",
] as const;

export const FAMILY_NAMES = [
  "Albrecht",
  "Brandvold",
  "Castell",
  "Dornik",
  "Eskelin",
  "Farago",
  "Gruber",
  "Holmqvist",
  "Iversen",
  "Jelinek",
  "Kestrel",
  "Lindqvist",
  "Marek",
  "Nowicki",
  "Ostrander",
  "Perlasca",
] as const;

const COLOURS = [
  "Amber",
  "Cobalt",
  "Crimson",
  "Ivory",
  "Indigo",
  "Jade",
  "Magenta",
  "Ochre",
  "Russet",
  "Saffron",
  "Scarlet",
  "Sienna",
  "Teal",
  "Umber",
  "Viridian",
  "Walnut",
] as const;

const BIRDS = [
  "Bittern",
  "Curlew",
  "Dunlin",
  "Falcon",
  "Godwit",
  "Heron",
  "Ibis",
  "Jackdaw",
  "Kestrel",
  "Lapwing",
  "Merlin",
  "Osprey",
  "Plover",
  "Redshank",
  "Siskin",
  "Turnstone",
] as const;

/** Systems of the company: each name is one of a kind, so that no other fact is found by it. */
export const SYSTEM_NAMES: readonly string[] = COLOURS.flatMap((colour) => BIRDS.map((bird) => `${colour} ${bird}`));

export const CITIES = ["Bergen", "Brno", "Coimbra", "Graz", "Kaunas", "Leiden", "Maribor", "Tampere"] as const;
export const VENDORS = ["Altruva", "Corvenna", "Dynaskel", "Feronix", "Halvora", "Lumetic", "Orrinex"] as const;
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** Sentences around a fact. None has a name or a number. */
export const FILLERS = [
  "Please add what is missing.",
  "This came up in the last review.",
  "We will look at this again after the holidays.",
  "Thanks to everybody who helped.",
  "Nothing else has changed.",
  "The diagram is out of date and will be redrawn.",
  "Comments are welcome.",
  "See the minutes for the discussion.",
  "The rest is as agreed.",
  "This note is short on purpose.",
] as const;
