"""The papers' experiments: what they claim, and what comes out here."""
