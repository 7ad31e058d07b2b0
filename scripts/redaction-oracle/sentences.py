"""Sentences in three languages with planted personal data (faker, seed 7), a JSON object a line, and what Presidio's recognisers find in each."""
import json
import sys

from faker import Faker
from presidio_analyzer.predefined_recognizers import CreditCardRecognizer, EmailRecognizer, IbanRecognizer, IpRecognizer, PhoneRecognizer

RECOGNISERS = {
    "email": (EmailRecognizer(), "EMAIL_ADDRESS"),
    "iban": (IbanRecognizer(), "IBAN_CODE"),
    "credit_card": (CreditCardRecognizer(), "CREDIT_CARD"),
    "ip_address": (IpRecognizer(), "IP_ADDRESS"),
    "phone": (PhoneRecognizer(), "PHONE_NUMBER"),
}
fake = Faker(["en_US", "de_DE", "fr_FR"])
Faker.seed(7)
MAKERS = {
    "email": fake.email,
    "iban": lambda: fake["de_DE"].iban(),
    "credit_card": fake.credit_card_number,
    "ip_address": lambda: fake.ipv4() if fake.boolean() else fake.ipv6(),
    "phone": lambda: "+49" + fake["de_DE"].numerify("30 ######"),
}

for index in range(int(sys.argv[1])):
    kind = list(MAKERS)[index % len(MAKERS)]
    value = MAKERS[kind]()
    text = f"{fake.sentence()} {value} {fake.sentence()}"
    recogniser, entity = RECOGNISERS[kind]
    found = [text[hit.start : hit.end] for hit in recogniser.analyze(text, [entity], None)]
    print(json.dumps({"kind": kind, "value": value, "text": text, "presidio": found}))
